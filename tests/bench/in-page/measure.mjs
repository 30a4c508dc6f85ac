// Timing: contenders take turns, and the median of the rounds counts.

/** Median of numbers. */
export const median = (numbers) => quantile(numbers, 0.5);

/** The smallest number that at least a share `part` of the numbers does not exceed. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/**
 * Milliseconds of one run of each task, as medians over `rounds` in which the tasks take turns. At its turn a task first
 * runs as often uncounted, so that what its predecessor left behind is collected by then, and what it leaves itself is
 * counted.
 */
export async function interleaved(tasks, { rounds, sample_ms = 25 }) {
  const counts = [];
  for (const task of tasks) counts.push(await calibrate(task, sample_ms));
  const times = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      await timed(task, counts[i]);
      times[i].push((await timed(task, counts[i])) / counts[i]);
    }
  }
  return times.map(median);
}

/** How many runs take about `sample_ms`, after a warm-up of as long. */
async function calibrate(task, sample_ms) {
  for (let count = 1; ; count *= 2) {
    const time = await timed(task, count);
    if (time >= sample_ms) return Math.max(1, Math.round((count * sample_ms) / time));
  }
}

/** A task that returns a promise is awaited, another is not: the wait would be counted. */
async function timed(task, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const result = task();
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}
