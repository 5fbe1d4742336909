/** Real packets have ten levels. ExifTool's time rises with the square of the depth. */
export const mostDepth = 100;
/** Elements and attributes; a picture with a long history of edits has some ten thousands. */
export const mostNodes = 100_000;

const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [..."<>/=\"'"].map((char) => char.charCodeAt(0));
const [BANG, QUESTION] = [..."!?"].map((char) => char.charCodeAt(0));

/**
 * Counts how deep and how many the elements of XMP packets are, without understanding them. Zero bytes are skipped,
 * by which UTF-16 and UTF-32 look like ASCII. What is not well-formed counts about.
 */
export class XmpScan {
  depth = 0;
  deepest = 0;
  nodes = 0;
  #isInTag = false;
  #quote = 0;
  /** The first character of the tag, and the last one seen in it. */
  #first = 0;
  #last = 0;

  /** Takes what follows in the packet, or another packet. */
  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === 0) continue;
      if (!this.#isInTag) {
        if (byte === LESS) this.#begin();
      } else if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === GREATER) {
        this.#end();
      } else {
        if (byte === EQUALS) this.nodes++;
        if ((byte === QUOTE || byte === APOSTROPHE) && this.#isElement) this.#quote = byte;
        if (this.#first === 0) this.#first = byte;
        this.#last = byte;
      }
    }
  }

  get #isElement(): boolean {
    return this.#first !== BANG && this.#first !== QUESTION && this.#first !== SLASH;
  }

  #begin(): void {
    this.#isInTag = true;
    this.#first = 0;
    this.#last = 0;
  }

  #end(): void {
    this.#isInTag = false;
    if (this.#first === SLASH) this.depth = Math.max(0, this.depth - 1);
    if (!this.#isElement) return;
    this.nodes++;
    if (this.#last === SLASH) return;
    this.depth++;
    this.deepest = Math.max(this.deepest, this.depth);
  }
}
