/** Codes of up to 16 bits by their bits: length << 8 | symbol; 0 when no code matches. */
export type HuffmanTable = Uint16Array;

/** The table of a DHT segment (ITU-T T.81, annex C): counts by length, and the symbols in their order. */
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

/** Bits of entropy-coded data, with its stuffed zeros taken out (T.81, F.1.2.3). */
export class ScanReader {
  readonly #bytes: Uint8Array;
  #at: number;
  /** The low {@link #count} bits are still to be read. */
  #held = 0;
  #count = 0;
  /** Bits that were asked for beyond a marker or the end. */
  #made = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Whether more was read than there is. */
  get isPastEnd(): boolean {
    return this.#made > this.#count;
  }

  /** The next symbol; -1 when the bits match no code. */
  code(table: HuffmanTable): number {
    this.#fill(16);
    const found = table[(this.#held >>> (this.#count - 16)) & 0xffff];
    if (found === 0) return -1;
    this.#count -= found >> 8;
    return found & 255;
  }

  /** At most 16 bits as a number. */
  bits(count: number): number {
    if (count === 0) return 0;
    this.#fill(count);
    this.#count -= count;
    return (this.#held >>> this.#count) & ((1 << count) - 1);
  }

  /** Steps over at most 16 bits. */
  skip(count: number): void {
    this.#fill(count);
    this.#count -= count;
  }

  /** Continues behind the restart marker of this number, which must be next. */
  passRestart(number: number): boolean {
    const { at, left } = this.findMarker();
    if (left > 1 || !this.isPadded || this.#bytes[at + 1] !== 0xd0 + number) return false;
    this.#at = at + 2;
    this.#held = this.#count = this.#made = 0;
    return true;
  }

  /** Whether the rest of the byte is what writers fill it with: ones (T.81, F.1.2.3), a few zeros. */
  get isPadded(): boolean {
    const bits = Math.max(0, this.#count - this.#made) % 8;
    const rest = (this.#held >>> (this.#count - bits)) & ((1 << bits) - 1);
    return rest === 0 || rest === (1 << bits) - 1;
  }

  /** Where the next marker stands, and how many whole bytes of coded data lie before it, unread. */
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

/** 0xFF before anything but a stuffed zero; of several in a row the last one counts. */
function isMarker(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff;
}
