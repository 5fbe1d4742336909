/** Marks and joiners take no column; East Asian letters and pictographs take two (Unicode TR 11, in broad strokes). */
const noColumn = /^[\p{M}\p{Cf}]$/u;
const twoColumns =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += twoColumns.test(character) ? 2 : noColumn.test(character) ? 0 : 1;
  return width;
}

/** The text, or as much of it as fits into `width` columns with an ellipsis at its end. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let out = "";
  let used = 1;
  for (const character of text) {
    used += widthOf(character);
    if (used > width) break;
    out += character;
  }
  return `${out.trimEnd()}…`;
}

/** Fills up with spaces on the side named. */
export function padToWidth(text: string, width: number, side: "left" | "right"): string {
  const fill = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? fill + text : text + fill;
}
