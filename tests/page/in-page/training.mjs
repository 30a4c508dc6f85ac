// Training in the page: the same bits as under Node, and in a worker.

import { load } from "/dist/index.js";
import { expectedHashes, train } from "/golden/training-case.mjs";
import { equal, runChecks } from "./checks.mjs";

const attn = await load();
const before = attn.liveBytes();

await runChecks({
  "fifty steps of training, bit for bit"() {
    equal(train(attn).join(), expectedHashes.join(), "the hashes");
    equal(attn.liveBytes(), before, "liveBytes");
  },
  async "and in a worker"() {
    const worker = new Worker("/in-page/training-worker.js", { type: "module" });
    const hashes = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.terminate();
    equal(hashes, expectedHashes.join(), "the hashes");
  },
});
