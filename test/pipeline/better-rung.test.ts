import { describe, expect, test } from "vitest";
import { isBetter, isSpoilt } from "../../src/pipeline/making/ladder.ts";
import { type Finding, findingsOf } from "../../src/stages/check/index.ts";

const blurred = found({ blur: 0.4 });
const far = found({ "far-colour": 0.05 });
const veryFar = found({ "far-colour": 0.5, specks: 0.5 });

function found(measured: Parameters<typeof findingsOf>[0]): Finding[] {
  return findingsOf(measured);
}

describe("of two pictures the better one", () => {
  test.each<[string, readonly Finding[], readonly Finding[], readonly Finding[] | undefined, boolean]>([
    ["lies less over the limits", far, veryFar, undefined, true],
    ["is the earlier where both lie as far over them", far, far, undefined, false],
    [
      "is plain fusion where that is silent on a measure of the other, however far over others it lies",
      veryFar,
      blurred,
      veryFar,
      true,
    ],
    [
      "is not one that has what plain fusion has not, though it lies less over the limits",
      blurred,
      veryFar,
      veryFar,
      false,
    ],
    ["is one that has some of what plain fusion has", far, veryFar, veryFar, true],
    ["is the one before plain fusion that has less of the same", veryFar, far, veryFar, false],
  ])("%s", (_, next, best, plain, expected) => {
    expect(isBetter(next, best, plain)).toBe(expected);
  });
});

test("a picture is spoilt far beyond a limit that fusing otherwise may keep", () => {
  expect(isSpoilt(found({ specks: 0.5 }))).toBe(true);
  expect(isSpoilt(found({ specks: 0.025, seams: 0.008 }))).toBe(false);
  expect(isSpoilt(found({ ghosts: 0.5 }))).toBe(false);
});
