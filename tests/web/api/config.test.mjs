// The door for JSON: every bad config has its sentence, hostile keys change nothing, nothing is left in memory.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { rawModule } from "../raw-module.mjs";

const module = await rawModule();
// The allocator's own bookkeeping grows with its first pieces.
module.refusal("softmax", '{"n_rows": 1, "n_columns": 1}');
const start = module.liveBytes();
after(() => assert.equal(module.liveBytes(), start, "the refusals hold no memory"));

const lookup = (change = {}) =>
  JSON.stringify({
    tokens: ["a", "b"],
    q: [
      [1, 2],
      [3, 4],
    ],
    k: [
      [1, 2],
      [3, 4],
    ],
    v: [[1], [2]],
    ...change,
  });
const raw = (text) => lookup().replace(/}$/, `, ${text}}`);
const many = Array.from({ length: 65 }, (_, i) => `t${i}`);
const column = (n) => Array(n).fill([1]);

test("good configs are taken", () => {
  for (const change of [{}, { temperature: 0 }, { query: 1 }, { tokens: ["", '𝒳 <b> \0 "'] }]) {
    assert.equal(module.refusal("soft_lookup", lookup(change)), undefined, JSON.stringify(change));
  }
  const rooms = { tokens: many.slice(1), q: column(64), k: column(64), v: column(64) };
  assert.equal(module.refusal("soft_lookup", JSON.stringify(rooms)), undefined, "64 tokens");
});

/** What is wrong, the text of a soft_lookup config, and words of the sentence. */
const BAD = [
  ["nothing", "", "the config is not JSON"],
  ["no JSON", "tokens=a", "the config is not JSON"],
  ["JSON cut short", lookup().slice(0, -5), "the config is not JSON"],
  ["something after it", `${lookup()} {}`, "the config is not JSON"],
  ["a comment", `${lookup()} // yes`, "the config is not JSON"],
  ["not UTF-8's", '{"tokens": ["\\ud800"]}', "the config is not JSON"],
  ["NaN", raw('"temperature": NaN'), "the config is not JSON"],
  ["a number beyond double", raw('"temperature": 1e400'), "the config is not JSON"],
  ["an array", "[1]", "the config (an array) must be one JSON object"],
  ["a number", "7", "the config (7) must be one JSON object"],
  ["null", "null", "the config (null) must be one JSON object"],
  ["a text", '"x"', "the config (x) must be one JSON object"],
  ["a key given twice", raw('"q": [[1, 2], [3, 4]]'), "q is given twice"],
  ["a hostile key given twice", '{"__proto__": 1, "__proto__": 2}', "__proto__ is given twice"],
  ["an object inside", raw('"options": {"a": 1}'), "options (an object) must be a number, a string or an array"],
  ["an object in an array", raw('"x": [[{}]]'), "x[0][0] (an object)"],
  ["nested too deeply", raw('"x": [[[[1]]]]'), "x[0][0][0] is nested too deeply", "at most 3 axes"],
  ["nested without end", raw(`"x": ${"[".repeat(100_000)}`), "nested too deeply"],
  ["an unknown key", lookup({ temprature: 1 }), "temprature is not a known key", "tokens, q, k, v, temperature, query"],
  ["no tokens", lookup({ tokens: undefined }), "tokens is missing", "a list of strings"],
  ["tokens as one text", lookup({ tokens: "a b" }), 'tokens ("a b") must be a list of strings'],
  [
    "a query beyond 64 bits",
    raw('"query": 18446744073709551616'),
    "query (18446744073709551616) must be a whole number",
  ],
  ["tokens of numbers", lookup({ tokens: [1, 2] }), "tokens (an array of shape [2]) must be a list of strings"],
  ["an empty list", lookup({ tokens: [] }), "tokens (an empty array) must have at least one entry"],
  ["a number among tokens", lookup({ tokens: ["a", 1] }), "tokens[1] (1) must be a string"],
  ["a list among tokens", lookup({ tokens: ["a", ["b"]] }), "tokens[1] (an array) must be a string"],
  [
    "tokens too many",
    JSON.stringify({ tokens: many, q: column(65), k: column(65), v: column(65) }),
    "tokens has 65 entries",
    "64",
  ],
  [
    "a vector too long",
    lookup({ v: [Array(65).fill(1), Array(65).fill(1)] }),
    "v has the shape [2, 65]",
    "at most 64 columns",
  ],
  ["q for other tokens", lookup({ q: column(3) }), "q has the shape [3, 1]", "2 rows"],
  ["k of another width", lookup({ k: column(2) }), "k has the shape [2, 1]", "2 columns"],
  ["no v", lookup({ v: undefined }), "v is missing", "an array of numbers with 2 axes"],
  ["one axis", lookup({ v: [1, 2] }), "v (an array of shape [2]) must be an array of numbers with 2 axes"],
  ["a number for an array", lookup({ v: 3 }), "v (3) must be an array of numbers"],
  ["ragged", lookup({ q: [[1, 2], [3]] }), "q[1] has 1 entries", "2", "equally long"],
  ["an empty row", lookup({ q: [[1, 2], []] }), "q[1] (an empty array)"],
  ["a number for a row", lookup({ q: [[1, 2], 3] }), "q[1] (3) must be an array"],
  [
    "a row for a number",
    lookup({
      q: [
        [1, [2]],
        [3, 4],
      ],
    }),
    "q[0][1] (an array) must be a number",
  ],
  [
    "a text among numbers",
    lookup({
      q: [
        [1, 2],
        [3, "4"],
      ],
    }),
    'q[1][1] ("4") must be a number',
  ],
  [
    "null among numbers",
    lookup({
      q: [
        [1, null],
        [3, 4],
      ],
    }),
    "q[0][1] (null)",
  ],
  [
    "a boolean among numbers",
    lookup({
      q: [
        [true, 1],
        [3, 4],
      ],
    }),
    "q[0][0] (true)",
  ],
  [
    "1e39",
    lookup({
      q: [
        [1, 1e39],
        [3, 4],
      ],
    }),
    "q[0][1] (1e+39) is beyond the range of float32",
  ],
  ["temperature 1e39", lookup({ temperature: 1e39 }), "temperature (1e+39) is beyond the range of float32"],
  ["temperature as text", lookup({ temperature: "warm" }), 'temperature ("warm") must be a number'],
  ["temperature null", lookup({ temperature: null }), "temperature (null) must be a number"],
  ["a query beyond the tokens", lookup({ query: 2 }), "query (2) must be a whole number from 0 to 1"],
  ["a negative query", lookup({ query: -1 }), "query (-1) must be a whole number"],
  ["half a query", lookup({ query: 0.5 }), "query (0.5) must be a whole number"],
  ["a query beyond int", lookup({ query: 1e15 }), "query (", "must be a whole number"],
  ["both q and x", lookup({ x: [[1], [2]], w_q: [[1]], w_k: [[1]], w_v: [[1]] }), "q is not a known key"],
  ["x without w_q", '{"tokens": ["a"], "x": [[1]]}', "w_q is missing"],
  [
    "w_k of another width",
    '{"tokens": ["a"], "x": [[1]], "w_q": [[1]], "w_k": [[1, 2]], "w_v": [[1]]}',
    "w_k has the shape [1, 2]",
  ],
];

for (const [what, json, ...words] of BAD) {
  test(what, () => {
    const refusal = module.refusal("soft_lookup", json);
    assert.ok(refusal?.startsWith("invalid_argument: "), `${refusal}`);
    for (const word of words) assert.ok(refusal.includes(word), `"${refusal}" does not name ${word}`);
    assert.equal(module.refusal("soft_lookup", lookup()), undefined, "the next one");
  });
}

test("hostile keys are unknown keys and change nothing", () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty", "", "q\0", "Q"]) {
    const refusal = module.refusal("soft_lookup", raw(`${JSON.stringify(key)}: 1`));
    assert.match(refusal, /is not a known key/, key);
    assert.match(module.refusal("soft_lookup", raw(`${JSON.stringify(key)}: {"polluted": 1}`)), /\(an object\)/, key);
  }
  assert.equal({}.polluted, undefined);
});

test("a kind that is not there, and sentences that are never too long", () => {
  assert.match(
    module.refusal("softlookup", "{}"),
    /^invalid_argument: kind \("softlookup"\) must be one of .*soft_lookup/,
  );
  assert.ok(module.refusal("x".repeat(100_000), "{}").length < 1024);
  assert.match(module.refusal("soft_lookup", raw(`"${"y".repeat(100_000)}": 1`)), /: y{40}\.\.\. is not a known key$/);
  assert.match(
    module.refusal("soft_lookup", lookup({ temperature: "z".repeat(100_000) })),
    /"z{40}\.\.\."\) must be a number$/,
  );
});

test("the module exports the boundary and nothing else", () => {
  const names = "abi alloc configure create destroy free live_bytes load run save tensors text".split(" ");
  const exported = module.exports.filter((name) => name.startsWith("attn_"));
  assert.deepEqual(
    exported.sort(),
    names.map((name) => `attn_${name}`),
  );
});
