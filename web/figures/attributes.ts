import { AttentionError } from "../engine/error.js";

/** The error of an attribute that cannot be what it is. */
export const invalid = (sentence: string) => new AttentionError("invalid_argument", sentence);

/** The whole number that an attribute gives, or `fallback` where there is none; throws a sentence on anything else. */
export function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
  fallback: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${name} ("${text}") must be a whole number from ${least} to ${most}`);
}
