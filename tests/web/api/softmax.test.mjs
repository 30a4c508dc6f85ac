// softmax(): rows sum to 1, nothing overflows, every limit is exact.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { equal, holds, matrix, near, refused, rows, softmax } from "../helpers.mjs";

const attn = await load();
const LENGTHS = [...Array.from({ length: 67 }, (_, i) => i + 1), 127, 128, 129, 255, 256, 257];
const exactly = (x, expected, options) => equal([...attn.softmax(x, options).data].join(), expected.join());

test("every length: weights to 1e-6, rows that sum to 1", () => {
  for (const n of LENGTHS) {
    const x = matrix(3, n, n);
    const weights = attn.softmax(x);
    equal(weights.shape.join(), `3,${n}`);
    near(
      weights,
      x.map((row) => softmax(row, 1)),
      1e-6,
      `length ${n}`,
    );
    for (const row of rows(weights)) near({ data: [row.reduce((a, b) => a + b)] }, [1], 1e-6, `sum of ${n}`);
  }
});

test("every temperature", () => {
  // Spread over many powers of two, ties in the middle.
  const x = [
    [0, 1, -1, 1, 0.5],
    [30, -40, 30, 0, 29],
    [1e-3, 2e-3, 0, 0, 0],
  ].map((row) => row.map(Math.fround));
  for (const temperature of [0, 1e-30, 1e-3, 0.1, 1, 10, 1e10, 1e38, Infinity]) {
    near(
      attn.softmax(x, { temperature }),
      x.map((row) => softmax(row, temperature)),
      1e-6,
      `temperature ${temperature}`,
    );
  }
});

test("adding a constant changes nothing", () => {
  const x = [-3, 0.5, 2, 1.25];
  for (const constant of [1, -64, 1024])
    exactly(
      x.map((value) => value + constant),
      [...attn.softmax(x).data],
    );
});

test("large logits do not overflow", () => {
  exactly([1e4, -1e4, 0], [1, 0, 0]);
  exactly([3e38, -3e38, 3e38], [0.5, 0, 0.5]);
  exactly([-3e38, -3e38], [0.5, 0.5]);
  exactly([3e38, -3e38], [1, 0], { temperature: 1e-30 });
  exactly([3e38, 3e38], [0.5, 0.5], { temperature: 1e-30 });
});

test("equal, infinite and masked entries", () => {
  exactly([7, 7, 7, 7], [0.25, 0.25, 0.25, 0.25]);
  exactly([1, Infinity, 3e38, -Infinity], [0, 1, 0, 0]);
  exactly([Infinity, 0, Infinity], [0.5, 0, 0.5]);
  exactly([-Infinity, 0, 0], [0, 0.5, 0.5]);
  exactly([-Infinity, -Infinity, -Infinity], [0, 0, 0]);
  exactly([-Infinity, 0, 0], [0, 0.5, 0.5], { temperature: Infinity });
  exactly([5], [1]);
  exactly([[5], [-Infinity], [0]], [1, 0, 1]);
});

test("a NaN stays in its row", () => {
  const { data } = attn.softmax([
    [0, 0],
    [NaN, 1],
    [1, NaN],
    [0, 0],
  ]);
  equal(data.join(), "0.5,0.5,NaN,NaN,NaN,NaN,0.5,0.5");
});

test("temperature 0: the largest share 1; Infinity: all do", () => {
  exactly([3, 1, 3, 2], [0.5, 0, 0.5, 0], { temperature: 0 });
  exactly([-1, -2], [1, 0], { temperature: 0 });
  exactly([3, 1, 3, 2], [0.25, 0.25, 0.25, 0.25], { temperature: Infinity });
});

test("any number of axes, the last one being normalised", () => {
  const x = [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [2, 2],
      [3, 3],
    ],
    [
      [4, 4],
      [-Infinity, 5],
    ],
  ];
  const { data, shape } = attn.softmax(x);
  equal(shape.join(), "3,2,2");
  equal(data.join(), "0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0,1");
  equal(attn.softmax({ data: new Float64Array(24), shape: [1, 2, 3, 4] }).shape.join(), "1,2,3,4");
  equal(attn.softmax([0, 0]).shape.join(), "2");
});

test("what is refused", async () => {
  const refuse = (x, options, ...words) => refused(() => attn.softmax(x, options), "invalid_argument", ...words);
  await refuse([], {}, "x", "an empty array", "at least one");
  await refuse([[1], []], {}, "x[1]", "an empty array");
  await refuse([1, 2], { temperature: -1 }, "temperature (-1)", "0 or more");
  await refuse([1, 2], { temperature: -0.5 }, "temperature (-0.5)");
  await refuse([1, 2], { temperature: NaN }, "temperature (nan)");
  await refuse([1, 2], { temperature: "1" }, 'temperature ("1")', "must be a number");
  await refuse([1, 2], { tau: 1 }, '"tau"', "temperature");
  await refuse([1, 2], null, "null");
  holds(Object.is(attn.softmax([1]).data[0], 1), "the next call works");
});
