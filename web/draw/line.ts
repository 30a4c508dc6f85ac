/**
 * A line through points as the data of an SVG path: to whole units, each point from the one before, which is a third of
 * the text of absolute hundredths.
 */
export function line(points: readonly (readonly [x: number, y: number])[]): string {
  const whole = points.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
  const steps = whole.map(([x, y], i) => {
    const [left, above] = whole[i - 1] ?? [0, 0];
    return `${i === 0 ? "M" : "l"}${x - left} ${y - above}`;
  });
  return steps.join("").replace(/ -/g, "-");
}
