/** Tells when an element is in view (or nearly), so that nothing runs for one that is not. */
export class Visibility {
  #observer: IntersectionObserver;
  #inView = false;
  #waiting: (() => void)[] = [];

  /** `changed` is told whenever the element comes into view or leaves it. */
  constructor(
    readonly element: Element,
    readonly changed: (inView: boolean) => void,
  ) {
    this.#observer = new IntersectionObserver((entries) => this.#notice(entries.at(-1)!.isIntersecting), {
      rootMargin: "200px",
    });
  }

  start(): void {
    this.#observer.observe(this.element);
  }

  stop(): void {
    this.#observer.disconnect();
    this.#notice(false);
  }

  /** Resolves as soon as the element is in view, at once if it is. */
  seen(): Promise<void> {
    return this.#inView ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** True while it is in view. */
  get inView(): boolean {
    return this.#inView;
  }

  #notice(inView: boolean): void {
    if (this.#inView !== inView) this.changed((this.#inView = inView));
    if (inView) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Resolves at the next frame; in a hidden tab, when it is shown again. */
export const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
