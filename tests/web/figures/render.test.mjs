// Figures without a browser: documents that need nothing else, with the numbers of an independent computation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { command, galleryStates, renderDocument, renderStatic, stills } from "../../../dist/render.mjs";
import { root } from "../../../web/tools/setup.mjs";
import { attention, holds, matrix, refused } from "../helpers.mjs";

const TOKENS = ["one", "two", "three", "four", "five"];
const DATA = { tokens: TOKENS, q: matrix(5, 4, 1), k: matrix(5, 4, 2), v: matrix(5, 3, 3) };
const TEMPERATURES = [0, 0.1, 1, 100, Infinity];
const HALF_A_ROUNDING_ERROR = 1e-5;

/** The numbers of a row of cells, or of the texts of one line of a drawing. */
const numbersIn = (text) =>
  [...text.replace(/<th\b.*?<\/th>/gs, "").matchAll(/>\s*(−?\d+\.\d\d)\s*</g)].map(([, number]) =>
    Number(number.replace("−", "-")),
  );

/** Rows of the printed table: score, weight, value, weight × value of each key; then the output. */
function expected(temperature, query) {
  const { scores, weights, output } = attention({ ...DATA, temperature });
  const rows = DATA.v.map((v, j) => [
    scores[query][j],
    weights[query][j],
    ...v,
    ...v.map((x) => x * weights[query][j]),
  ]);
  return [...rows, output[query]];
}

function compare(shown, wanted, what) {
  assert.equal(shown.length, wanted.length, `${what}: rows`);
  wanted.forEach((row, i) => {
    assert.equal(shown[i].length, row.length, `${what}: numbers in row ${i}`);
    row.forEach((x, c) =>
      holds(
        Math.abs(shown[i][c] - x) <= 0.005 + HALF_A_ROUNDING_ERROR,
        `${what}[${i}][${c}]: ${shown[i][c]}, not ${x}`,
      ),
    );
  });
}

for (const temperature of TEMPERATURES) {
  test(`what is rendered at temperature ${temperature}, for every query`, async () => {
    for (const [query, name] of TOKENS.entries()) {
      const attributes = { data: JSON.stringify(DATA), query: name, temperature: String(temperature) };
      const html = await renderDocument("soft-lookup", { attributes });
      const table = html.match(/<table class="lookup-table">.*?<\/table>/s)[0].replace(/<\/?div>|<svg.*?<\/svg>/gs, "");
      const rows = [...table.matchAll(/<tr\b.*?<\/tr>/gs)].slice(2).map(([row]) => numbersIn(row));
      compare(rows, expected(temperature, query), `html, ${name}`);
      const svg = await renderDocument("soft-lookup", { attributes }, "svg");
      const texts = [...svg.matchAll(/<text [^>]*?y="(\d+)".*?<\/text>/gs)];
      const lines = [...new Set(texts.map(([, y]) => y))].map((y) => texts.filter((text) => text[1] === y).join(""));
      const drawn = lines.map(numbersIn).filter((row) => row.length > 2);
      compare(drawn, expected(temperature, query), `svg, ${name}`);
    }
  });
}

test("every state of every figure is a document that needs nothing else", async () => {
  for (const { figure, state, ...given } of galleryStates) {
    const html = await renderDocument(figure, given);
    assert.doesNotMatch(
      html,
      /<script|<button|<link|\bon\w+=|\bsrc=|\bhref=|url\(|@import|<\?|<!--/,
      `${figure}, ${state}`,
    );
    const [controls] = [...html.matchAll(/<(?:input|select|textarea)\b(?! disabled)[^>]*>/g)];
    assert.equal(controls, undefined, `${figure}, ${state}: a control that does nothing`);
    const svg = await renderDocument(figure, given, "svg");
    assert.match(svg, /^<\?xml .*\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*width="\d+" height="\d+"/);
    assert.doesNotMatch(svg, /<script|<foreignObject|\bhref=|url\(|@import|<!--|NaN|undefined/, `${figure}, ${state}`);
  }
});

test("unfolded, and the chosen one alone is checked", async () => {
  const [closed, unfolded] = await Promise.all(
    [false, true].map((unfold) => renderDocument("soft-lookup", { unfold })),
  );
  assert.equal(closed.split("<details open").length, 1);
  assert.equal(unfolded.split("<details open").length, 3);
  const { figures } = await renderStatic();
  for (const html of [closed, figures["soft-lookup"]]) {
    const checked = [...html.matchAll(/<input\b[^>]*\bchecked\b[^>]*>\s*<bdi[^>]*>(.*?)</g)].map(([, token]) => token);
    assert.deepEqual(checked, ["its"]);
  }
});

test("labels from the outside are text, in HTML and in XML", async () => {
  const tokens = [
    '<img src=x onerror="a">',
    "</text><script>",
    "--><!--x-->",
    "&amp;\u0000\u001b",
    "שלום",
    "{{figure}}",
  ];
  const rows = tokens.map((_, i) => [i]);
  const attributes = { data: JSON.stringify({ tokens, q: rows, k: rows, v: rows }), query: tokens[0] };
  for (const format of ["html", "svg"]) {
    const text = await renderDocument("soft-lookup", { attributes }, format);
    assert.doesNotMatch(text, /<img|<script|<!--/, format);
    assert.match(text, /&lt;img src=x/, format);
    // eslint-disable-next-line no-control-regex
    if (format === "svg") assert.doesNotMatch(text, /[\0-\x08\x0b\x0c\x0e-\x1f]/);
  }
});

test("numbers of any size fit into their cells", async () => {
  const rows = [[1], [1]];
  const data = JSON.stringify({ tokens: ["a", "b"], q: rows, k: rows, v: [[-3e38], [16777215]] });
  const html = await renderDocument("soft-lookup", { attributes: { data } });
  for (const text of ["−3.00e38", "−1.50e38", "16777215.00"]) assert.ok(html.includes(text), text);
});

test("every figure of the manifest has a still, and every still is of a figure", () => {
  const { modules } = JSON.parse(readFileSync(join(root, "dist/custom-elements.json"), "utf8"));
  const names = modules.flatMap(({ declarations }) => declarations).map(({ tagName }) => tagName.replace("attn-", ""));
  assert.deepEqual(Object.keys(stills).sort(), names.sort());
});

test("the numbers that a text may quote", async () => {
  const { quote } = await renderStatic();
  assert.equal(quote("soft-lookup", "weights", "its", "dog"), "0.71");
  assert.equal(quote("soft-lookup", "weights", "3", "1"), "0.71");
  assert.throws(() => quote("soft-lookup", "weights", "its", "cat"), /weights \[6, 6\] has no number at its cat/);
  assert.throws(() => quote("soft-lookup", "weights", "its"), /has no number/);
  assert.throws(() => quote("soft-lookup", "weigths", "its", "dog"), /no tensor weigths/);
  assert.throws(() => quote("soft-lockup", "weights", "its", "dog"), /no tensor/);
});

test("what is refused", async () => {
  await refused(() => renderDocument("soft-lockup"), "invalid_argument", "soft-lockup", "soft-lookup");
  await refused(() => renderDocument("constructor"), "invalid_argument", "constructor");
  const attributes = { temperatur: "1" };
  await refused(
    () => renderDocument("soft-lookup", { attributes }),
    "invalid_argument",
    "temperatur",
    "query, temperature",
  );
  for (const [attribute, value, word] of [
    ["temperature", "warm", '"warm"'],
    ["temperature", "-1", "temperature (-1)"],
    ["query", "cat", '"cat"'],
    ["data", "{", "JSON"],
    ["data", "7", "object"],
    ["data", "[]", "data ([]) must be an object"],
  ])
    await refused(
      () => renderDocument("soft-lookup", { attributes: { [attribute]: value } }),
      "invalid_argument",
      word,
    );
});

test("the program's words and exit codes", async () => {
  const wrong = [
    [[], "a command is missing"],
    [["draw"], '"draw"'],
    [["render"], "soft-lookup"],
    [["render", "soft-lockup"], "soft-lockup"],
    [["render", "soft-lookup", "more"], "more"],
    [["render", "soft-lookup", "--temperatur", "1"], "temperatur"],
    [["render", "soft-lookup", "--__proto__", "1"], "__proto__"],
    [["render", "soft-lookup", "--query"], "--query"],
  ];
  for (const [words, word] of wrong) {
    const { code, out, error } = await command(words);
    assert.deepEqual([code, out], [2, undefined], words.join(" "));
    assert.ok(error.includes(word) && !error.includes("\n"), error);
  }
  const failed = await command(["render", "soft-lookup", "--temperature", "-1"]);
  assert.deepEqual(failed, { code: 1, error: "temperature (-1) must be 0 or more" });
  assert.match((await command(["--help"])).out, /--temperature/);
  const [spaced, joined] = await Promise.all(
    [["--temperature", "0.5"], ["--temperature=0.5"]].map((words) => command(["render", "soft-lookup", ...words])),
  );
  assert.equal(spaced.code, 0);
  assert.equal(spaced.out, joined.out);
  assert.equal(spaced.out, await renderDocument("soft-lookup", { attributes: { temperature: "0.5" } }));
});
