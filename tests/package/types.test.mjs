// The types of the packed tarball, in a consumer's own project.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer({ types: ["react"] });
after(consumer.remove);

const RIGHT = `
  import { AttentionError, type AttentionResult, load, type Tensor, type TensorLike } from "attention-figures";
  import { load as loadExternal } from "attention-figures/external";
  import "attention-figures/elements";
  import "attention-figures/elements/soft-lookup";

  const attn = await load();
  const q: TensorLike = [[1, 2]];
  const all: AttentionResult = attn.attention({ q, k: q, v: { data: new Int32Array(2), shape: [1, 2] }, scale: 0.5 });
  const output: Tensor = attn.attention({ q, k: q, v: q, keep: false }).output;
  const data: Float32Array = attn.softmax([1, 2], { temperature: Infinity }).data;
  const experiment = (await loadExternal({ wasm: new URL("kernels.wasm", "https://example.org") })).experiment("x", {});
  const names: string[] = experiment.tensors();
  const figure = document.querySelector("attn-soft-lookup");
  if (figure) figure.temperature = 0.5;
  const numbers: Record<string, Tensor> | undefined = figure?.numbers();
  export const used = [AttentionError, all.weights.shape, output, data, names, numbers];`;

const WRONG = `
  import { load } from "attention-figures";
  const attn = await load();
  // @ts-expect-error
  attn.attention({ q: [[1]], k: [[1]], v: [[1]], masks: "causal" });
  // @ts-expect-error
  attn.attention({ q: [[1]], k: [[1]], v: [[1]], keep: false }).weights;
  // @ts-expect-error
  attn.softmax("text");
  // @ts-expect-error
  document.querySelector("attn-soft-lookup")!.query = 5;`;

const REACT = `
  import "attention-figures/react";
  import { createElement, useRef } from "react";
  import type { SoftLookupElement } from "attention-figures/elements";
  export function Figure() {
    const ref = useRef<SoftLookupElement>(null);
    return <attn-soft-lookup ref={ref} query="cat" temperature={0.5} onattn-change={(event) => event.detail.query} />;
  }
  // @ts-expect-error
  export const wrong = () => <attn-soft-lookup temperatur={0.5} />;
  export { createElement };`;

consumer.write({ "right.ts": RIGHT, "wrong.ts": WRONG, "react.tsx": REACT });

const RESOLUTIONS = [
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
];
for (const [module, moduleResolution] of RESOLUTIONS) {
  test(`types resolve under ${moduleResolution}`, () => {
    const compilerOptions = { module, moduleResolution, target: "es2022", lib: ["es2023", "dom"], jsx: "react-jsx" };
    const checks = { strict: true, noEmit: true, skipDefaultLibCheck: true, types: [] };
    consumer.write({ "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, ...checks } }) });
    const { status, output } = consumer.tool("typescript/bin/tsc", ["-p", "."]);
    assert.equal(status, 0, output);
  });
}
