/**
 * Whether the 36 colours (0 red, 1 green, 2 blue) of a 6 × 6 cell can be developed as X-Trans: green within three
 * places in all four directions of every place, and every colour in every 5 × 5 window. The cells of real sensors have
 * both; a broken file's need not.
 */
export function isXTransCell(colors: readonly number[]): boolean {
  const at = (x: number, y: number) => colors[((y + 6) % 6) * 6 + ((x + 6) % 6)];
  const reach = [1, 2, 3];
  const window = [-2, -1, 0, 1, 2];
  for (let y = 0; y < 6; y++) {
    for (let x = 0; x < 6; x++) {
      const steps = [-1, 1];
      const across = steps.every((step) => reach.some((d) => at(x + step * d, y) === 1));
      const along = steps.every((step) => reach.some((d) => at(x, y + step * d) === 1));
      const seen = new Set(window.flatMap((dy) => window.map((dx) => at(x + dx, y + dy))));
      if (!across || !along || seen.size < 3) return false;
    }
  }
  return true;
}
