/** What is known of a file that was uploaded. */
interface Uploaded {
  readonly source: { readonly sha256: string } | null;
}

/** Whether any two files have the same bytes. */
export function hasCopies(files: readonly Uploaded[]): boolean {
  return new Set(files.map(({ source }) => source?.sha256)).size < files.length;
}

/** Sets of `size` photographs each, whose files come in the order of capture; a copy of a file counts as its own. */
export function cutBySize<File extends Uploaded>(photographs: readonly (readonly File[])[], size: number): File[][] {
  const units = photographs.flatMap((files) => {
    const copies: File[][] = [];
    for (const file of files) {
      const isCopy = copies.some(([first]) => first.source?.sha256 === file.source?.sha256);
      if (isCopy || copies.length === 0) copies.push([file]);
      // Another file of the same photograph, its raw for example.
      else copies[0].push(file);
    }
    return copies;
  });
  return Array.from({ length: Math.ceil(units.length / size) }, (_, i) => units.slice(i * size, (i + 1) * size).flat());
}
