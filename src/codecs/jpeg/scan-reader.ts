/** Lookup by the next 16 bits: length << 8 | symbol; 0 if no code matches. */
export type HuffmanTable = Uint16Array;

/** The table of a DHT segment (ITU-T T.81, annex C): counts by length, and the symbols in order. */
export function buildTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65_536);
  let code = 0;
  let next = 0;
  for (let length = 1; length <= 16; length++) {
    for (let i = 0; i < counts[length - 1]; i++, code++) {
      const first = code << (16 - length);
      table.fill((length << 8) | symbols[next++], first, first + (1 << (16 - length)));
    }
    code <<= 1;
  }
  return table;
}

/** Reads bits of entropy-coded data, without its stuffed zeros (T.81, F.1.2.3). */
export class ScanReader {
  readonly #bytes: Uint8Array;
  #at: number;
  /** Bit buffer; its low {@link #count} bits are unread. */
  #held = 0;
  #count = 0;
  /** Number of padding bits returned beyond a marker or the end. */
  #made = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Whether more bits were read than exist. */
  get isPastEnd(): boolean {
    return this.#made > this.#count;
  }

  /** The next symbol; -1 if the bits do not match a code. */
  code(table: HuffmanTable): number {
    this.#fill(16);
    const found = table[(this.#held >>> (this.#count - 16)) & 0xffff];
    if (found === 0) return -1;
    this.#count -= found >> 8;
    return found & 255;
  }

  /** The next bits, at most 16, as a number. */
  bits(count: number): number {
    if (count === 0) return 0;
    this.#fill(count);
    this.#count -= count;
    return (this.#held >>> this.#count) & ((1 << count) - 1);
  }

  /** Skips at most 16 bits. */
  skip(count: number): void {
    this.#fill(count);
    this.#count -= count;
  }

  /** Continues after the restart marker with this number, which must be next. */
  passRestart(number: number): boolean {
    const { at, left } = this.findMarker();
    if (left > 1 || !this.isPadded || this.#bytes[at + 1] !== 0xd0 + number) return false;
    this.#at = at + 2;
    this.#held = this.#count = this.#made = 0;
    return true;
  }

  /** Whether the rest of the byte is padding: ones (T.81, F.1.2.3) or, by a few writers, zeros. */
  get isPadded(): boolean {
    const bits = Math.max(0, this.#count - this.#made) % 8;
    const rest = (this.#held >>> (this.#count - bits)) & ((1 << bits) - 1);
    return rest === 0 || rest === (1 << bits) - 1;
  }

  /** Offset of the next marker, and the number of whole unread bytes of coded data before it. */
  findMarker(): { readonly at: number; readonly left: number } {
    const unread = Math.max(0, Math.floor((this.#count - this.#made) / 8));
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && !isMarker(bytes, at)) at++;
    return { at, left: unread + at - this.#at };
  }

  #fill(count: number): void {
    while (this.#count < count) {
      let byte = 0;
      if (this.#at < this.#bytes.length && !isMarker(this.#bytes, this.#at)) {
        byte = this.#bytes[this.#at++];
        if (byte === 0xff) this.#at++;
      } else this.#made += 8;
      this.#held = (this.#held << 8) | byte;
      this.#count += 8;
    }
  }
}

/** Whether 0xFF is followed by anything except a stuffed zero; of several 0xFF in a row the last one counts. */
function isMarker(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff;
}
