/** What kind of thing went wrong: the caller's input, memory, the browser, or the module itself. */
export type AttentionErrorCode = "invalid_argument" | "out_of_memory" | "unsupported" | "wasm_failed";

/** The one error of this library. Its message is a sentence that names the field, the value and what was wanted. */
export class AttentionError extends Error {
  override readonly name = "AttentionError";

  constructor(
    readonly code: AttentionErrorCode,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
  }
}

/** An `invalid_argument` error. */
export const invalid = (sentence: string) => new AttentionError("invalid_argument", sentence);

/** `value`, which must be a whole number from 1 that the module's 32 bits hold. */
export function count(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31) return value as number;
  throw invalid(`${name} (${shown(value)}) must be a whole number from 1 to ${2 ** 31 - 1}`);
}

/** A value as sentences show it, never longer than a line. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return value.constructor?.name ?? "an object";
  return typeof value === "function" ? "a function" : String(value);
}
