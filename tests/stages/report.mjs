import { say } from "../../web/tools/setup.mjs";

/** Counts results and keeps what is to be said of them at the end. */
export class Report {
  stage = "";
  passed = 0;
  skipped = 0;
  #failures = [];
  #skips = [];

  get failed() {
    return this.#failures.length;
  }

  pass(count = 1) {
    this.passed += count;
  }

  /** One more failure; `detail` is shown at the end. */
  fail(name, detail = "") {
    const lines = String(detail)
      .replace(/^(.{300}).+/gm, "$1 ...")
      .replace(/^(?=.)/gm, "    ");
    this.#failures.push(`FAILED ${this.stage}: ${name}\n${lines}`);
    say(`  FAILED ${name}`);
  }

  /** Tests that could not be made, and why. */
  skip(name, reason, count = 1) {
    this.skipped += count;
    this.#skips.push(`SKIPPED ${this.stage}: ${name}: ${reason}`);
    say(`  SKIPPED ${name}: ${reason}`);
  }

  /** Runs `task`; if it throws, that is one failure. */
  async attempt(name, task) {
    try {
      return await task();
    } catch (error) {
      this.fail(name, error.message);
      return undefined;
    }
  }

  /** One test: passed if `task` does not throw. */
  check(name, task) {
    return this.attempt(name, async () => {
      await task();
      this.pass();
    });
  }

  print() {
    for (const line of [...this.#failures, ...this.#skips]) console.log(line);
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : "";
    console.log(`${this.passed} passed, ${this.failed} failed${skipped}`);
  }
}
