export interface Table {
  readonly head: readonly string[];
  /** Rows with as many cells as the head. */
  readonly rows: readonly (readonly string[])[];
}

/** Lines of a table: the first two columns left-aligned, the others right-aligned, as wide as needed. */
export function tableLines({ head, rows }: Table): string[] {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line);
}

/** The same for a page; missed bars are bold. */
export function markdownTable({ head, rows }: Table): string {
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const bold = (cell: string) => cell.trim().replace(/^(.*)!$/, "**$1**");
  const rule = head.map((_, i) => (i < 2 ? "---" : "---:"));
  return [line(head.map((cell) => cell.trim())), line(rule), ...rows.map((row) => line(row.map(bold)))].join("\n");
}

/** A value, marked if it misses its bar. */
export function marked(text: string, passes: boolean): string {
  return passes ? `${text} ` : `${text}!`;
}

/** A difference with its sign, four decimals. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}
