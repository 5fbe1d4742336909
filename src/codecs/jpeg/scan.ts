/** Parameters of one component for the decoder of a scan. */
interface ScanComponent {
  /** Blocks per MCU, across and down. */
  readonly across: number;
  readonly down: number;
  /** Quantizer of the DC coefficient, 1 to 255. */
  readonly dcQuant: number;
  /** Table as in the file: 16 counts of codes by length, then the symbols. */
  readonly dcTable: Uint8Array;
  readonly acTable: Uint8Array;
}

/** The one scan of a baseline JPEG. */
export interface BaselineScan {
  readonly width: number;
  readonly height: number;
  /** Y, Cb, Cr; chroma has one block per MCU. */
  readonly components: readonly ScanComponent[];
  /** Restart interval in MCUs; 0 for none. */
  readonly restartInterval: number;
  /** Bytes from the start of the entropy-coded data to the end of the file. */
  readonly scan: Uint8Array;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly {
    readonly id: number;
    readonly across: number;
    readonly down: number;
    readonly quant: number;
  }[];
}

/** Content of the segments before the scan (ITU-T T.81, B.2). */
interface Head {
  frame?: Frame;
  restartInterval: number;
  readonly quants: Map<number, number>;
  /** Huffman tables by class (DC 0, AC 16) and number, as in DHT. */
  readonly tables: Map<number, Uint8Array>;
  isJfif: boolean;
  /** Transform in Adobe's segment: 1 for Y Cb Cr. */
  transform?: number;
}

/**
 * Reads the header of a JPEG with Y, Cb and Cr, sequential with Huffman codes and 8 bits, interleaved in one scan, with
 * chroma of full or half size. `undefined` for all others and for files that violate the standard.
 */
export function findBaselineScan(jpeg: Uint8Array): BaselineScan | undefined {
  const head: Head = { restartInterval: 0, quants: new Map(), tables: new Map(), isJfif: false };
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1];
    const end = at + 2 + jpeg[at + 2] * 256 + jpeg[at + 3];
    const body = jpeg.subarray(at + 4, end);
    if (end > jpeg.length || end < at + 4) return undefined;
    if (marker === 0xda) return scanOf(head, body, jpeg.subarray(end));
    const reader = readers[marker];
    if (reader ? !reader(body, head) : !isPassedOver(marker)) return undefined;
    at = end;
  }
  return undefined;
}

/** Whether a marker is that of an application segment or a comment, which are skipped. */
function isPassedOver(marker: number): boolean {
  return (marker & 0xf0) === 0xe0 || marker === 0xfe;
}

/** Readers of segments; each returns whether to continue. */
const readers: Readonly<Record<number, (body: Uint8Array, head: Head) => boolean>> = {
  192: readFrame,
  193: readFrame,
  196: readTables,
  219: readQuants,
  221(body, head) {
    head.restartInterval = word(body, 0);
    return body.length === 2;
  },
  224(body, head) {
    head.isJfif ||= startsWith(body, "JFIF\0");
    return true;
  },
  238(body, head) {
    if (startsWith(body, "Adobe") && body.length >= 12) head.transform = body[11];
    return true;
  },
};

function readFrame(body: Uint8Array, head: Head): boolean {
  if (head.frame !== undefined || body.length !== 6 + 3 * body[5] || body[0] !== 8) return false;
  const components = Array.from({ length: body[5] }, (_, i) => {
    const [id, factors, quant] = body.subarray(6 + 3 * i);
    return { id, across: factors >> 4, down: factors & 15, quant };
  });
  head.frame = { height: word(body, 1), width: word(body, 3), components };
  return head.frame.width > 0 && head.frame.height > 0;
}

function readTables(body: Uint8Array, head: Head): boolean {
  let at = 0;
  while (at + 17 <= body.length) {
    const symbols = body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    const end = at + 17 + symbols;
    if (symbols > 256 || end > body.length) return false;
    head.tables.set(body[at], body.subarray(at + 1, end));
    at = end;
  }
  return at === body.length;
}

function readQuants(body: Uint8Array, head: Head): boolean {
  let at = 0;
  // 16-bit quantizers only occur with 12-bit samples.
  for (; at + 65 <= body.length && body[at] < 4; at += 65) head.quants.set(body[at], body[at + 1]);
  return at === body.length;
}

function scanOf(head: Head, body: Uint8Array, scan: Uint8Array): BaselineScan | undefined {
  const { frame, restartInterval } = head;
  if (frame?.components.length !== 3 || !isYcc(frame, head)) return undefined;
  // Three components, all coefficients, all bits.
  if (body.length !== 10 || body[0] !== 3 || body[7] !== 0 || body[8] !== 63 || body[9] !== 0) return undefined;
  const components: ScanComponent[] = [];
  for (const [i, { id, across, down, quant }] of frame.components.entries()) {
    const [scanId, selectors] = body.subarray(1 + 2 * i);
    const dcQuant = head.quants.get(quant);
    const dcTable = head.tables.get(selectors >> 4);
    const acTable = head.tables.get(0x10 | (selectors & 15));
    const most = i === 0 ? 2 : 1;
    if (scanId !== id || !dcQuant || !dcTable || !acTable) return undefined;
    if (across < 1 || down < 1 || across > most || down > most) return undefined;
    components.push({ across, down, dcQuant, dcTable, acTable });
  }
  return { width: frame.width, height: frame.height, components, restartInterval, scan };
}

/** Whether three components are Y Cb Cr, by the library's rules; false if the library would have to guess. */
function isYcc({ components }: Frame, { isJfif, transform }: Head): boolean {
  if (isJfif) return true;
  if (transform !== undefined) return transform === 1;
  return components.every(({ id }, i) => id === i + 1);
}

function word(body: Uint8Array, at: number): number {
  return body[at] * 256 + body[at + 1];
}

function startsWith(body: Uint8Array, text: string): boolean {
  return body.length >= text.length && [...text].every((char, i) => body[i] === char.charCodeAt(0));
}
