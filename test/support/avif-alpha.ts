/**
 * An AVIF of one picture with alpha, as written by sharp, with a separate colour box that declares limited or full
 * range for the alpha plane.
 */
export function declareAlphaRange(avif: Uint8Array, range: "limited" | "full"): Uint8Array {
  const file = Buffer.from(avif);
  const [ipco, ipma] = [find(file, "ipco"), find(file, "ipma")];
  const properties = countBoxes(file.subarray(ipco.start + 8, ipco.end));
  const color = Buffer.from([0, 0, 0, 19, ...Buffer.from("colrnclx"), 0, 1, 0, 13, 0, 0, range === "full" ? 0x80 : 0]);
  // Entries of two items: the picture's, then the alpha plane's, which gets one property more.
  const second = ipma.start + 16 + 3 + file[ipma.start + 18];
  file[second + 2]++;
  for (const [type, more] of [
    ["meta", 20],
    ["iprp", 20],
    ["ipco", 19],
    ["ipma", 1],
  ] as const) {
    const { start } = find(file, type);
    file.writeUInt32BE(file.readUInt32BE(start) + more, start);
  }
  moveItems(file, 20);
  const index = Buffer.from([properties + 1]);
  const parts = [file.subarray(0, ipco.end), color, file.subarray(ipco.end, ipma.end), index, file.subarray(ipma.end)];
  return new Uint8Array(Buffer.concat(parts));
}

/** The same AVIF with a picture declared as premultiplied by its alpha. */
export function declarePremultiplied(avif: Uint8Array): Uint8Array {
  const file = Buffer.from(avif);
  const { end } = find(file, "iref");
  const reference = Buffer.from([0, 0, 0, 14, ...Buffer.from("prem"), 0, 1, 0, 1, 0, 2]);
  for (const type of ["meta", "iref"]) {
    const { start } = find(file, type);
    file.writeUInt32BE(file.readUInt32BE(start) + reference.length, start);
  }
  moveItems(file, reference.length);
  return new Uint8Array(Buffer.concat([file.subarray(0, end), reference, file.subarray(end)]));
}

/** Moves the data of both items by `by` bytes in the item locations. */
function moveItems(file: Buffer, by: number): void {
  const iloc = find(file, "iloc").start;
  for (const item of [0, 1]) {
    const base = iloc + 16 + item * 18 + 4;
    file.writeUInt32BE(file.readUInt32BE(base) + by, base);
  }
}

function find(file: Buffer, type: string): { start: number; end: number } {
  const start = file.indexOf(type, 0, "latin1") - 4;
  if (start < 0) throw new Error(`the file has no box ${type}`);
  return { start, end: start + file.readUInt32BE(start) };
}

function countBoxes(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) count++;
  return count;
}
