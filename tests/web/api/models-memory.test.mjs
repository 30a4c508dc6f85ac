// The memory of models: what their requests hold, and what happens when there is none left.

import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { equal, holds } from "../helpers.mjs";

const attn = await load();
const TOKENS = [3, 1, 4, 1, 5, 9, 2, 6];

test("a request holds no memory of its own", () => {
  const [block, model] = [
    attn.block({ d_model: 4 }),
    attn.decoder({ vocab_size: 12, n_layers: 1, d_model: 8, n_tokens: 10 }),
  ];
  const ask = (times) => {
    for (let i = 0; i < times; i++) {
      block.forward([[1, 2, 3, 4]]);
      block.gradients([[1, 2, 3, 4]], [[1, 1, 1, 1]]);
      model.gradients(TOKENS);
      model.train({ data: TOKENS.concat(TOKENS), batch_size: 1 }).step();
    }
    return attn.liveBytes();
  };
  const before = ask(3);
  const more = ask(500) - before;
  holds(more < 100, `${more} bytes more after 500 requests`); // Blocks of reused memory differ by a few bytes.
  block.dispose();
  model.dispose();
});

test("gradients that do not fit into memory leave a model that works", () => {
  const script = `
    const { load } = await import(${JSON.stringify(new URL("../../../dist/index.js", import.meta.url).href)});
    const attn = await load();
    const block = attn.block({ d_model: 512, n_tokens: 16 });
    const said = [];
    const attempt = (task) => { try { task(); } catch (error) { said.push(error.code + ": " + error.message); } };
    const x = [Array.from({ length: 512 }, (_, i) => i / 512)];
    const before = block.forward(x).output.data.join();
    for (let i = 0; i < 2; i++) attempt(() => block.gradients(x, x));
    said.push(block.forward(x).output.data.join() === before ? "the same" : "another output");
    said.push(block.tensors().filter((name) => /(^|\\.)dw_/.test(name)).length);
    const small = attn.block({ d_model: 4 });
    block.dispose();
    said.push(Object.keys(small.gradients([[1, 2, 3, 4]], [[1, 1, 1, 1]])).length > 10);
    console.log(JSON.stringify(said));`;
  const args = ["--wasm-max-mem-pages=330", "--input-type=module", "-e", script];
  const said = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  const refusal = "out_of_memory: there is not enough memory for the gradients";
  equal(JSON.stringify(said), JSON.stringify([refusal, refusal, "the same", 0, true]));
});
