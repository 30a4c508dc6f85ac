// The fixed attention has the same bits in Node as in every browser and in the native build.

import { test } from "node:test";

import { load } from "../../dist/index.js";
import { expectedHash, run } from "../golden/attention-case.mjs";
import { expectedHashes, train } from "../golden/training-case.mjs";
import { equal } from "./helpers.mjs";

test("golden: fifty steps of training have the same bits everywhere", async () =>
  equal(train(await load()).join(), expectedHashes.join(), "the hashes"));

test("golden: attention has the same bits everywhere", async () => equal(run(await load()), expectedHash, "the hash"));
