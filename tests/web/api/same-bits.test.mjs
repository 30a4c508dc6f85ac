// That the module and the native build learn the same, to the bit: tests/cpp/cli.test.mjs holds the program to it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { config, request, sha256 } from "../../golden/training.mjs";

test("twenty steps of training give the weights that they give everywhere", async () => {
  const attn = await load();
  const model = attn.decoder(config);
  assert.equal([...model.train(request)].length, 20);
  assert.equal(createHash("sha256").update(model.save()).digest("hex"), sha256);
  model.dispose();
});
