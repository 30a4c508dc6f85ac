// The measurements as text.

/** Speed: share of the peak, and how many times faster than each peer through the public interface. */
export function speedTable({ peak_gflops, rows }) {
  const lines = [`One core, peak of products and sums: ${peak_gflops.toFixed(1)} GFLOP/s (median). d = 64.`];
  lines.push(
    "Kernel alone (fused) as a share of the peak; milliseconds a call through the public interfaces, copies included;",
  );
  lines.push(
    "'into' fills the arrays of an earlier call. x = how many times faster than the peer ours is, and 'into'.",
    "'kept' also returns scores and weights.",
    "",
  );
  const peers = rows[0].calls.slice(2, rows[0].calls.length / 2).map(({ name }) => name.split("-")[0]);
  const titles = ["n", "kernel", "ours", "into", ...peers, "kept", "into", ...peers];
  lines.push(titles.map((title) => title.padStart(20)).join(""));
  for (const { n, peak_share, calls } of rows) {
    const cells = [String(n), `${(100 * peak_share).toFixed(0)} %`];
    for (const keep of [false, true]) {
      const [ours, into, ...others] = calls.filter((call) => call.keep === keep).map(({ time_ms }) => time_ms);
      const ratios = (time) => `${(time / ours).toFixed(1)}x ${(time / into).toFixed(1)}x`;
      cells.push(milliseconds(ours), milliseconds(into));
      cells.push(...others.map((time) => `${milliseconds(time)} ${ratios(time)}`));
    }
    lines.push(cells.map((cell) => cell.padStart(20)).join(""));
  }
  return `${lines.join("\n")}\n`;
}

/** Training: what a step computes by second. */
export function trainingTable({ peak_gflops, rows }) {
  const lines = [
    `Training a decoder, one core, peak of products and sums ${peak_gflops.toFixed(1)} GFLOP/s (median).`,
    "Work of a step: (6 parameters + 12 n_layers d_model n_tokens) for each token.",
  ];
  for (const { gflops, share, ...size } of rows) {
    const sizes = Object.entries(size).map(([name, value]) => `${name} ${value}`);
    lines.push(`${sizes.join(", ")}: ${gflops.toFixed(1)} GFLOP/s, ${(100 * share).toFixed(0)} % of the peak`);
  }
  return `${lines.join("\n")}\n`;
}

/** The figure: main-thread work and delay from an input event to the drawn frame. */
export function figureTable(rows) {
  const lines = [
    "From an input event to the drawn frame, milliseconds: work of the main thread, and delay (a frame lasts 16.7).",
  ];
  for (const { name, work_ms, delay_ms } of rows) {
    const shown = ({ median, p95 }) => `median ${milliseconds(median)}, p95 ${milliseconds(p95)}`;
    lines.push(`${name.padEnd(24)} work ${shown(work_ms)}; delay ${shown(delay_ms)}`);
  }
  return `${lines.join("\n")}\n`;
}

const milliseconds = (time) => time.toFixed(time < 0.1 ? 4 : time < 10 ? 3 : 1);
