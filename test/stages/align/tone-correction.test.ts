import { describe, expect, test } from "vitest";
import { correctTone } from "../../../src/stages/align/tone-correction.ts";
import type { ToneMatch, TonePair } from "../../../src/stages/align/tone-match.ts";

/** The darker frame shows 0 to 0.3; the match takes it for a straight line, 10 % too bright in the middle. */
const top = 0.3;
const truth = (bright: number) => top * bright * (0.8 + 0.2 * bright);
const tableOf = (curve: (value: number) => number) =>
  Uint16Array.from(
    { length: 65536 },
    (_, i) => 65535 * Math.min(1, Math.max(0, curve(i / 65535))),
  ) as unknown as ToneMatch["bright"];
const straight: ToneMatch = { bright: tableOf((value) => value), dark: tableOf((value) => value / top) };

function pairsAt(tones: readonly number[], weight: number, dark = truth): TonePair[] {
  return tones.map((bright) => ({ bright, dark: dark(bright), weight }));
}

function errorAt(tone: ToneMatch, bright: number): number {
  return Math.abs(tone.bright[Math.round(bright * 65535)] / 65535 - truth(bright) / top);
}

const everywhere = Array.from({ length: 60 }, (_, i) => 0.02 + 0.015 * i);

describe("correctTone", () => {
  test("follows a few pixels of each tone", () => {
    const corrected = correctTone(straight, pairsAt(everywhere, 4));
    for (const bright of [0.2, 0.5, 0.8]) {
      expect(errorAt(straight, bright)).toBeGreaterThan(0.03);
      expect(errorAt(corrected, bright)).toBeLessThan(0.006);
    }
  });

  test("is not drawn to tones at which most pixels show something that moved", () => {
    const moved = everywhere.filter((bright) => bright > 0.45 && bright < 0.52);
    const still = everywhere.filter((bright) => !moved.includes(bright));
    const pairs = [...pairsAt(still, 20), ...pairsAt(moved, 800, (bright) => truth(bright) * 0.4)];
    expect(errorAt(correctTone(straight, pairs), 0.48)).toBeLessThan(0.02);
  });

  test("leaves the match where no pixel speaks", () => {
    const corrected = correctTone(straight, []);
    for (const bright of everywhere) {
      expect(corrected.bright[Math.round(bright * 65535)]).toBe(straight.bright[Math.round(bright * 65535)]);
    }
  });

  test("gives tables that rise and end at one tone", () => {
    const { bright, dark } = correctTone(
      straight,
      pairsAt(everywhere, 50, (value) => truth(value) + 0.01 * Math.sin(value * 60)),
    );
    for (const table of [bright, dark]) {
      for (let i = 1; i < 65536; i++) if (table[i] < table[i - 1]) throw new Error(`falls at ${i}`);
    }
    expect(bright[65535]).toBe(dark[65535]);
  });
});
