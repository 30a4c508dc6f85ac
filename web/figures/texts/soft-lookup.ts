import { fixed, significant } from "../../draw/number.js";

/** What Figure 1 says. */
export const texts = {
  query: "Query token",
  temperature: "Temperature τ",
  temperatureField: "Temperature, typed: a number from 0, or ∞",
  entropy: "Entropy of the weights",
  entropyEnds: (most: number) => ["0", fixed(most)] as const,
  bits: (bits: number) => `${fixed(bits)} bits`,
  columns: { key: "key", score: "score", weight: "weight", value: "value v", product: "weight × v" },
  sum: "output = Σ weight × v",
  temperatureMeaning: (temperature: number, entropy: number, keys: number, n: number) =>
    `${temperature === Infinity ? "infinite, the plain average" : temperature === 0 ? "0, the hard lookup" : significant(temperature)}: ` +
    `entropy ${fixed(entropy)} bits, as many as ${fixed(keys, 1)} of ${n} keys`,
  entropyMeaning: (entropy: number, temperature: number) =>
    `${fixed(entropy)} bits, reached at temperature ${temperature === Infinity ? "infinity" : significant(temperature)}`,
  readouts: {
    entropy: "entropy H",
    keys: "effective keys 2",
    ofKeys: (n: number) => `of ${n}`,
    hard: "distance to the hard lookup",
    mean: "distance to the plain average",
  },
  status: (query: string, key: string, weight: number, temperature: number) =>
    `At temperature ${significant(temperature)}, ${query} attends most to ${key}, with weight ${fixed(weight)}.`,
  statusAlike: (query: string, n: number, weight: number) =>
    `At temperature infinity, ${query} gives all ${n} keys the same weight, ${fixed(weight)}.`,
  limitHard: "τ = 0 is the limit of the hard lookup: all weight on the largest score, shared by ties.",
  between: "Between the limits, weights fall off exponentially with the distance from the largest score.",
  limitMean: "τ = ∞ is the limit of the plain average: every key has the same weight.",
  sources: {
    "by hand": "Numbers chosen by hand.",
    given: "Numbers given by the page.",
    edited: "Numbers edited by you.",
  },
  caption:
    "Move τ towards 0 and the lookup becomes a dictionary's, which returns one value; towards ∞ and it averages them all. " +
    "Choose another query token to see whom it asks.",
  edit: "edit numbers",
  stopEditing: "done editing",
  reset: "reset numbers",
  unfold: "Where q, k and v come from",
  projected: "Each token's vector x is multiplied by three matrices, which training would find.",
  notProjected: "Here q, k and v are given as they are; no matrices made them.",
  derivatives: "How the output answers to each score",
  derivativeRule: "∂ output / ∂ score = weight × (v − output) / τ, at both limits 0.",
  worked: "Worked out for key",
  tableLabel: (query: string) => `Scores, weights, values and weighted values for the query ${query}`,
};
