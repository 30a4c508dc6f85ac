// The comparison that the other tests rely on can fail.

import assert from "node:assert/strict";
import { test } from "node:test";

import { near } from "./helpers.mjs";

const compare = (actual, expected) => near({ data: [actual] }, [expected], 1e-6, "x");

test("equal numbers, infinities and NaN are near", () => {
  for (const x of [0, -0, 1.5, Infinity, -Infinity, NaN]) compare(x, x);
  compare(1, 1 + 9e-7);
});

test("everything else is not", () => {
  const pairs = [
    [1, 1 + 2e-6],
    [NaN, 0],
    [0, NaN],
    [NaN, Infinity],
    [Infinity, NaN],
    [Infinity, -Infinity],
    [Infinity, 3e38],
    [3e38, Infinity],
    [undefined, 0],
  ];
  for (const [actual, expected] of pairs)
    assert.throws(() => compare(actual, expected), /x\[0\]/, `${actual} ${expected}`);
  assert.throws(() => near({ data: [1, 2] }, [1], 1e-6, "x"), /length/);
});
