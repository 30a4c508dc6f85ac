// lookup.wasm, the module that Figure 1 alone carries: what it has, it has with the bits of kernels.wasm.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { load } from "../../../dist/external.js";
import { root } from "../../../web/tools/setup.mjs";
import { expectedHash, run } from "../../golden/attention-case.mjs";
import { equal, kernels, matrix } from "../helpers.mjs";

const whole = await load({ wasm: kernels() });
const small = await load({ wasm: readFileSync(join(root, "build/wasm/lookup.wasm")) });

test("attention has the golden bits", async () => equal(run(small), expectedHash, "the hash"));

const tokens = ["a", "b", "c", "d", "e", "f", "g"];
const x = matrix(7, 5, 1);
const CONFIGS = {
  "from q, k, v": { tokens, q: matrix(7, 6, 2), k: matrix(7, 6, 3), v: matrix(7, 3, 4) },
  "from x": { tokens, x, w_q: matrix(6, 5, 5), w_k: matrix(6, 5, 6), w_v: matrix(3, 5, 7) },
};

for (const [name, config] of Object.entries(CONFIGS)) {
  test(`every tensor of a lookup ${name} has the same bits`, () => {
    for (const temperature of [0, 0.01, 0.7, 1, 100, Infinity]) {
      const [expected, found] = [whole, small].map((attn) => {
        const experiment = attn.experiment("soft_lookup", config);
        experiment.write("temperature", temperature);
        experiment.write("query", 3);
        experiment.write("target_entropy", 1.5);
        experiment.run();
        return experiment.tensors().map((tensor) => [tensor, experiment.read(tensor)]);
      });
      assert.ok(found.length > 15, `${found.length} tensors`);
      const bits = (tensors) => tensors.map(([tensor, { data }]) => [tensor, ...new Uint32Array(data.buffer)]);
      assert.deepEqual(bits(found), bits(expected), `temperature ${temperature}`);
    }
  });
}

test("it has no other kinds, and says which it has", () =>
  assert.throws(() => small.experiment("decoder", {}), {
    name: "AttentionError",
    message: 'kind ("decoder") must be one of attention, soft_lookup',
  }));
