/** Lines of a table: the first column left, the others right, as wide as needed. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line);
}

/** A value, marked where it misses its bar. */
export function marked(text: string, passes: boolean): string {
  return passes ? `${text} ` : `${text}!`;
}
