/** Facts of an uploaded file. */
interface Uploaded {
  readonly source: { readonly sha256: string } | null;
}

/** Whether any two files have the same bytes. */
export function hasCopies(files: readonly Uploaded[]): boolean {
  return new Set(files.map(({ source }) => source?.sha256)).size < files.length;
}

/** Sets of `size` photographs each, with files in order of capture; a copy of a file belongs to the same photograph. */
export function cutBySize<File extends Uploaded>(photographs: readonly (readonly File[])[], size: number): File[][] {
  const units = photographs.flatMap((files) => {
    const copies: File[][] = [];
    for (const file of files) {
      const isCopy = copies.some(([first]) => first.source?.sha256 === file.source?.sha256);
      if (isCopy || copies.length === 0) copies.push([file]);
      // Another file of the same photograph, for example its raw.
      else copies[0].push(file);
    }
    return copies;
  });
  return Array.from({ length: Math.ceil(units.length / size) }, (_, i) => units.slice(i * size, (i + 1) * size).flat());
}

/**
 * The start of priorities. Jobs with a higher number run first; pg-boss stores 32 bits, which seconds since then fill
 * in 2094.
 */
const startMs = Date.UTC(2026, 0, 1);
/** Delay of a grouping's turn for each upload, in s: chosen so that an order of 500 lets smaller ones pass for 50 s. */
const secondsPerUpload = 0.1;

/**
 * The priority of a grouping: an order of few uploads runs before a large one that was requested earlier by up to 0.1 s
 * an upload, and every order gets its turn.
 */
export function groupingPriority(uploads: number, now: Date): number {
  return -Math.ceil((now.getTime() - startMs) / 1000 + secondsPerUpload * uploads);
}
