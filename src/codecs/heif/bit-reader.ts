/** Numbers of any width up to 30 bits, the highest bit first; zero beyond the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whole bytes that were begun. */
  get bytesRead(): number {
    return Math.ceil(this.#at / 8);
  }

  flag(): boolean {
    return this.next(1) === 1;
  }

  next(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }
}
