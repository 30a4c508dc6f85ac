// Every displayed number against plain loops in double precision, to all shown digits.

import { equal, runChecks } from "./checks.mjs";
import { change, firstFigure, table } from "./figure.mjs";
import { attention, rows } from "./oracle.mjs";

const TEMPERATURES = [0, 0.01, 0.1, 1, 10, 100, Infinity];
const HALF_A_ROUNDING_ERROR = 1e-6;
// The largest score is shared by two keys, so that the hard lookup has a tie to share.
const TIED = {
  tokens: ["north", "east", "north again"],
  q: [
    [1, 0.25],
    [-0.5, 1],
    [1, 0.25],
  ],
  k: [
    [1, 0.25],
    [-0.75, 0.5],
    [1, 0.25],
  ],
  v: [
    [0.25, -1.5, 3],
    [-0.37, 0.04, -2.21],
    [1.75, 0.5, -1],
  ],
};

const figure = await firstFigure();

/** x wᵀ */
const project = (x, w) =>
  x.map((row) => w.map((weights) => row.reduce((sum, value, c) => sum + value * weights[c], 0)));

/** The first number of each readout: entropy in bits, effective number of keys, distances from both limits. */
const readouts = (figure) =>
  [...figure.shadowRoot.querySelectorAll(".readouts dd")].map((shown) => /^[\d.]+/.exec(shown.textContent.trim())[0]);

/** The texts that are right for x: one, or two where a float32 may fall on either side of the rounding. */
function texts(x) {
  const text = (value) =>
    value
      .toFixed(2)
      .replace(/^-0\.00$/, "0.00")
      .replace("-", "−");
  return [text(x - HALF_A_ROUNDING_ERROR), text(x + HALF_A_ROUNDING_ERROR)];
}

function compare(shown, expected, place) {
  equal(shown.length, expected.length, `cells of ${place}`);
  shown.forEach((text, i) => {
    if (!texts(expected[i]).includes(text)) throw new Error(`${place}[${i}] shows ${text}, and is ${expected[i]}`);
  });
}

/** All queries at one temperature, with double-precision q, k and v. */
async function compareAll(temperature, tokens, { q, k, v }) {
  const { scores, weights, output } = attention({ q, k, v, temperature });
  const [hard, mean] = [0, Infinity].map((limit) => attention({ q, k, v, temperature: limit }).output);
  for (const i of tokens.keys()) {
    await change(figure, { query: tokens[i], temperature });
    const { rows: shown, output: sums } = table(figure);
    const place = `query ${tokens[i]}, temperature ${temperature}:`;
    compare(
      shown.map((row) => row.score),
      scores[i],
      `${place} scores`,
    );
    compare(
      shown.map((row) => row.weight),
      weights[i],
      `${place} weights`,
    );
    for (const [j, row] of shown.entries()) {
      compare(row.values, v[j], `${place} values of ${row.key}`);
      compare(
        row.products,
        v[j].map((x) => weights[i][j] * x),
        `${place} products of ${row.key}`,
      );
    }
    compare(sums, output[i], `${place} output`);
    const bits = weights[i].reduce((sum, w) => (w > 0 ? sum - w * Math.log2(w) : sum), 0);
    const distances = [hard, mean].map((limit) => Math.hypot(...output[i].map((x, c) => x - limit[i][c])));
    compare(readouts(figure), [bits, 2 ** bits, ...distances], `${place} readouts`);
  }
}

const { x, w_q, w_k, w_v } = figure.numbers();
const decimals = (tensor) => rows(tensor).map((row) => row.map((value) => Number(value.toPrecision(7))));
const [q, k, v] = [w_q, w_k, w_v].map((w) => project(decimals(x), decimals(w)));
const tokens = table(figure).rows.map(({ key }) => key);

const checks = {};
for (const temperature of TEMPERATURES) {
  checks[`the example at temperature ${temperature}`] = () => compareAll(temperature, tokens, { q, k, v });
}
for (const temperature of TEMPERATURES) {
  checks[`tied scores at temperature ${temperature}`] = async () => {
    figure.data = TIED;
    await compareAll(temperature, TIED.tokens, TIED);
  };
}
await runChecks(checks);
