/** Work that takes seconds, done a little in every frame, so that the page stays as quick as it was. */
export interface Work {
  /** The next small part, of a millisecond or so. */
  advance(): void;
  /** Called once a frame, after the parts of that frame. */
  report(): void;
}

/** The most that all work of the page takes of one frame. */
const SLICE_MS = 6;

const works = new Set<Work>();
let scheduled = false;

/** Takes turns with all other work, a part each, until `endWork`. Nothing runs in a hidden tab, which has no frames. */
export function beginWork(work: Work): void {
  works.add(work);
  schedule();
}

/** Does no more of it; doing so twice is no mistake. */
export function endWork(work: Work): void {
  works.delete(work);
}

function schedule(): void {
  if (scheduled || works.size === 0) return;
  scheduled = true;
  requestAnimationFrame(slice);
}

function slice(): void {
  scheduled = false;
  const until = performance.now() + SLICE_MS;
  const atWork = [...works];
  let longest = 0;
  for (let now = performance.now(); now + longest <= until && works.size > 0;) {
    for (const work of works) work.advance();
    const then = performance.now();
    longest = Math.max(longest, then - now);
    now = then;
  }
  for (const work of atWork) work.report();
  schedule();
}
