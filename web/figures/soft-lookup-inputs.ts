import { parseNumber } from "../draw/number.js";
import { shown } from "../engine/error.js";
import type { Experiment } from "../engine/experiment.js";
import { invalid } from "./attributes.js";
import { example } from "./example.js";
import { type LookupPicture, readPicture } from "./soft-lookup-picture.js";
import type { FigureState, LookupData } from "./types.js";

/** What the attributes or the properties of a lookup ask for. */
export interface LookupInputs {
  query: string | undefined;
  temperature: number;
  data: LookupData | string | undefined;
}

/** The inputs that attributes give. Errors: `invalid_argument` for a temperature that is no number. */
export function lookupInputs({ query, temperature: text = "1", data }: FigureState): LookupInputs {
  const temperature = parseNumber(text);
  if (Number.isNaN(temperature)) throw noTemperature(text);
  return { query, temperature, data };
}

/** The error for a temperature that is no number. */
export const noTemperature = (text: string | null) =>
  invalid(`temperature ("${text}") must be a number from 0 to Infinity`);

/** The tokens and numbers themselves. Errors: `invalid_argument` for text that is not JSON, or not of an object. */
export function lookupData(data: LookupInputs["data"]): LookupData {
  if (data === undefined) return example;
  let parsed: unknown = data;
  if (typeof parsed === "string") {
    try {
      parsed = JSON.parse(parsed);
    } catch (cause) {
      throw invalid(`data (${parsed as string}) must be JSON: ${(cause as Error).message}`);
    }
  }
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as LookupData;
  throw invalid(`data (${typeof data === "string" ? data : shown(data)}) must be an object with tokens, q, k, v`);
}

/** Runs an experiment made of `tokens` and their numbers on the inputs, and reads what is to be shown. */
export function computeLookup(
  experiment: Experiment,
  tokens: readonly string[],
  inputs: LookupInputs,
  source: LookupPicture["source"],
): LookupPicture {
  experiment.write("temperature", inputs.temperature);
  experiment.write("query", queryIndex(tokens, inputs));
  experiment.run();
  return readPicture(experiment, tokens, source);
}

/** Which token the query is: the one asked for, else `its` in the example and the first one elsewhere. */
function queryIndex(tokens: readonly string[], { query, data }: LookupInputs): number {
  const name = query ?? (data === undefined ? "its" : tokens[0]!);
  const index = tokens.indexOf(name);
  if (index >= 0) return index;
  const numbered = Number(/^#(\d+)$/.exec(name)?.[1]) - 1;
  if (numbered in tokens) return numbered;
  throw invalid(
    `query ("${name}") must be one of the tokens ${tokens.join(", ")}, or # and a number from 1 to ${tokens.length}`,
  );
}
