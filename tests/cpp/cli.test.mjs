// The program attn, from end to end, as the stage cpp built it: under AddressSanitizer.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { root } from "../../web/tools/setup.mjs";
import { config, request, sha256 } from "../golden/training.mjs";

const folder = mkdtempSync(join(tmpdir(), "attn-"));
after(() => rmSync(folder, { recursive: true }));

const attn = (...words) => {
  const { status, stdout, stderr } = spawnSync(join(root, "build/sanitized/attn"), words, {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};
const done = (...words) => {
  const { status, stdout, stderr } = attn(...words);
  assert.equal(status, 0, stderr);
  return { stdout, stderr };
};
const refuses = (status, sentence, ...words) =>
  assert.deepEqual(attn(...words), { status, stdout: "", stderr: `attn: ${sentence}\n` });
const save = (name, text) => writeFileSync(join(folder, name), text);
const options = (object) =>
  Object.entries(object).flatMap(([key, value]) => [`--${key.replace("_", "-")}`, `${value}`]);

const text = "The quick brown fox jumps over the lazy dog. \u00e4\u00f6\u00fc\n".repeat(20);
const letters = new Set(text).size;
const sizes = { n_layers: 1, d_model: 8, n_heads: 2, n_tokens: 8, keep: false };
save("task.json", JSON.stringify(config));
save("bytes.json", JSON.stringify({ vocab_size: 256, ...sizes }));
save("letters.json", JSON.stringify({ vocab_size: letters, ...sizes }));
save(
  "dates.json",
  JSON.stringify({
    vocab_size: 42,
    ...sizes,
    n_tokens: 18,
    n_layers: undefined,
    n_encoder_layers: 1,
    n_decoder_layers: 1,
  }),
);
save("text.txt", text);

test("twenty steps give the same weights as in JavaScript", () => {
  const { stderr, stdout } = done("train", "task.json", ...options(request), "--out", "task.safetensors");
  assert.equal(stdout, "");
  const last = /step 20\/20 {2}loss (\d\.\d{4}) {2}\d+ tokens\/s {2}\d+\.\d\d GFLOP\/s {2}0:00 left\n$/.exec(stderr);
  assert.ok(last, stderr);
  assert.ok(Math.abs(last[1] - Math.log(20)) < 1);
  assert.equal(
    createHash("sha256")
      .update(readFileSync(join(folder, "task.safetensors")))
      .digest("hex"),
    sha256,
  );
});

test("tokens go in and come out as numbers, the same ones for a seed", () => {
  const generate = (...more) =>
    done("generate", "task.json", "task.safetensors", "--tokens", "3,1,4", "--n", "15", ...more).stdout;
  assert.match(generate(), /^\d+(,\d+){14}\n$/);
  assert.ok(
    generate()
      .split(",")
      .every((token) => Number(token) < config.vocab_size),
  );
  assert.equal(generate("--seed", "2"), generate("--seed", "2"));
  assert.notEqual(generate("--seed", "2"), generate("--seed", "1"));
  const coldest = generate("--temperature", "0");
  assert.equal(generate("--top-k", "1", "--seed", "9"), coldest);
  assert.match(done("generate", "task.json", "task.safetensors", "--tokens", "3", "--n", "1").stdout, /^\d+\n$/);
});

test("text by bytes and by characters is learned and written", () => {
  done("train", "bytes.json", "--data", "./text.txt", "--steps", "20", "--out", "bytes.safetensors");
  done("generate", "bytes.json", "bytes.safetensors", "--prompt", "\u00e4 fox", "--n", "5");
  const characters = ["--characters-of", "text.txt"];
  const steps = ["--steps", "150", "--learning-rate", "0.02", "--warmup-steps", "0"];
  const training = ["--data", "text.txt", ...steps, ...characters, "--out", "letters.safetensors"];
  done("train", "letters.json", ...training);
  const written = done(
    "generate",
    "letters.json",
    "letters.safetensors",
    "--prompt",
    "The q",
    "--n",
    "40",
    ...characters,
  );
  assert.equal([...written.stdout].length, 41);
  assert.ok([...written.stdout].every((letter) => text.includes(letter)));
  assert.ok(
    ["he", "th", "o", " "].some((part) => written.stdout.includes(part)),
    written.stdout,
  );
});

test("an encoder reads a source; training goes on from weights", () => {
  const train = (...more) =>
    done("train", "dates.json", "--data", "dates", "--steps", "2", "--out", "dates.safetensors", ...more);
  train();
  train("--from", "dates.safetensors");
  const words = ["generate", "dates.json", "dates.safetensors", "--tokens", "40", "--n", "11"];
  assert.match(done(...words, "--source", "5,6,7").stdout, /^\d+(,\d+){10}\n$/);
  refuses(1, "source is missing: it must be an array of numbers with 1 axis", ...words);
});

test("inspect counts tensors, parameters and bytes", () => {
  // Embedding 20 x 16; of a layer two norms, four 16 x 16 projections and a feed-forward of 64; a last norm.
  const layer = 2 * 2 * 16 + 4 * (16 * 16 + 16) + (2 * 16 * 64 + 64 + 16);
  const parameters = 20 * 16 + 2 * layer + 2 * 16;
  const bytes = readFileSync(join(folder, "task.safetensors")).length;
  const { stdout } = done("inspect", "task.safetensors");
  assert.match(stdout, /^layers\.1\.attention\.w_q +F32 +\[16, 16\] +256$/m);
  assert.ok(stdout.endsWith(`35 tensors, ${parameters} numbers, ${bytes} bytes\n`), stdout);
  const of = done("inspect", "task.json").stdout;
  assert.match(of, /^embedding\.tokens +F32 +\[20, 16\] +320$/m);
  const [, total, forward, training] = /35 tensors, (\d+) parameters, (\d+) bytes of memory, (\d+) in training\n$/.exec(
    of,
  );
  assert.equal(Number(total), parameters);
  assert.ok(Number(forward) > 4 * parameters);
  // A gradient and two moments; every tensor is padded to 64 bytes.
  assert.ok(training - forward >= 3 * 4 * parameters && training - forward <= 3 * (4 * parameters + 35 * 63));
  save("gpt2.json", '{"model_type": "gpt2", "n_embd": 768, "keep": false, "task_specific_params": {"a": null}}');
  assert.match(done("inspect", "gpt2.json").stdout, / 124439808 parameters/); // as published: 124M
});

test("help says what there is", () => {
  assert.match(done("--help").stdout, /train .*\n.*generate .*\n.*inspect /);
  for (const command of ["train", "generate", "inspect"])
    assert.ok(done(command, "--help").stdout.startsWith(`attn ${command} `));
});

test("a command that is not understood exits with 2", () => {
  refuses(2, "a command is missing: train, generate, inspect or --help");
  refuses(2, 'command ("learn") must be one of train, generate, inspect', "learn");
  refuses(2, "CONFIG.json is missing", "train");
  refuses(2, "WEIGHTS.safetensors is missing", "generate", "task.json");
  refuses(2, "FILE is missing", "inspect");
  refuses(2, "b is one word too many", "train", "task.json", "b");
  refuses(2, "--data must say what to learn: a file, or the name of a task", "train", "task.json");
  refuses(2, "--steps must be followed by a value", "train", "task.json", "--steps");
  refuses(2, "there is no option --n", "inspect", "task.json", "--n", "3");
  refuses(2, "either --prompt or --tokens must be given", "generate", "task.json", "task.safetensors");
});

test("what cannot be done exits with 1, in the core's words", () => {
  const none = 'must be an array of tokens, "induction", "delayed_copy" or "markov": the model has no encoder';
  save("wrong.json", '{"vocab_size": 20');
  save("d.json", '{"vocab_size": 20, "n_layers": 1, "d_model": 10, "n_heads": 3, "n_tokens": 4}');
  refuses(1, "the file none.json cannot be read", "train", "none.json", "--data", "induction");
  refuses(1, `the file ${folder} cannot be read`, "inspect", folder);
  refuses(1, "d_model (10) must be divisible by n_heads (3)", "train", "d.json", "--data", "induction");
  refuses(1, "d_model (10) must be divisible by n_heads (3)", "inspect", "d.json");
  refuses(1, `data ("texts") ${none}`, "train", "task.json", "--data", "texts");
  refuses(1, "the file no.txt cannot be read", "train", "bytes.json", "--data", "no.txt");
  refuses(
    1,
    "steps (0) must be a whole number from 1 to 16777216",
    "train",
    "task.json",
    "--data",
    "markov",
    "--steps",
    "0",
  );
  refuses(1, "the file none/w cannot be written", "train", "task.json", "--data", "markov", "--out", "none/w");
  refuses(1, 'kind ("gpt") must be one of decoder, transformer, recurrent', "inspect", "task.json", "--kind", "gpt");
  refuses(
    1,
    `vocab_size (256) must be at most ${letters}, the number of characters of text.txt`,
    "train",
    "bytes.json",
    "--data",
    "text.txt",
    "--characters-of",
    "text.txt",
  );
  const generate = ["generate", "letters.json", "letters.safetensors", "--characters-of", "text.txt"];
  refuses(
    1,
    `character 1 of the text ("?") must be one of the ${letters} of the vocabulary`,
    ...generate,
    "--prompt",
    "o?",
  );
  refuses(1, "tokens (an empty array) must have at least one entry", ...generate, "--prompt", "");
  refuses(1, "n (0) must be a whole number from 1", ...generate, "--prompt", "a", "--n", "0");
  refuses(1, "temperature (-1) must be 0 or more", ...generate, "--prompt", "o", "--temperature", "-1");
  refuses(
    1,
    "tokens[0] (20) must be a whole number from 0 to 19",
    "generate",
    "task.json",
    "task.safetensors",
    "--tokens",
    "20",
  );
  refuses(
    1,
    "embedding.tokens has the shape [20, 16]; the model needs [256, 8]",
    "generate",
    "bytes.json",
    "task.safetensors",
    "--prompt",
    "a",
  );
  const noNumbers = ["generate", "task.json", "task.safetensors", "--tokens", "a,b"];
  refuses(1, 'tokens ("a,b") must be numbers with commas between them', ...noNumbers);
  assert.match(attn("inspect", "wrong.json").stderr, /^attn: the config is not JSON: .+\n$/);
  assert.match(
    attn("train", "task.json", "--data", "markov", "--stepz", "1").stderr,
    /^attn: stepz is not a known key; known are action, /,
  );
});
