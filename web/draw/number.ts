const formats = new Map<number, Intl.NumberFormat>();

/** From here on an exponent is shorter. */
const LARGE = 1e9;

/**
 * A number as figures print it: fixed decimals, a true minus sign, never "−0.00"; with an exponent from a billion; ∞
 * and – where there is none.
 */
export function fixed(value: number, decimals = 2): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= LARGE) return value.toExponential(decimals).replace("-", "−").replace("+", "");
  let format = formats.get(decimals);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat("en-US", { ...digits, useGrouping: false, signDisplay: "negative" });
    formats.set(decimals, format);
  }
  return format.format(value).replace("-", "−");
}

/** A positive number to at most three significant digits, for controls whose range spans decades. */
export function significant(value: number): string {
  return value === Infinity ? "∞" : String(Number(value.toPrecision(3)));
}

/** The number that a reader typed: decimal comma or point, true minus, ∞ or inf; NaN if it is none. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  if (/^[+]?(∞|inf|infinity)$/i.test(plain)) return Infinity;
  return plain === "" ? NaN : Number(plain);
}
