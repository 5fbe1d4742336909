/** Events from several producers to one consumer, in the order they happen. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #events: T[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #error: { readonly thrown: unknown } | undefined;

  push(event: T): void {
    this.#events.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** The consumer gets what was pushed before, then the error. */
  fail(thrown: unknown): void {
    this.#error = { thrown };
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) yield event;
      if (this.#ended) break;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error.thrown;
  }
}
