import { describe, expect, test } from "vitest";
import { bannedWords, findBannedWords } from "../../scripts/banned-words.ts";

describe("banned words", () => {
  test.each([
    ["a page", "It is written anew.", true, ["anew"]],
    ["a docstring", "  /** Whoever asks releases it. */", false, ["Whoever"]],
    ["a line of a long comment", " * left beside the picture", false, ["beside"]],
    ["a comment after code", "const a = 1; // nobody reads it", false, ["nobody"]],
    ["a message", "throw new Error(`it comes out black`);", false, ["comes out"]],
  ])("are found in %s", (_what, text, isPage, words) => {
    expect(findBannedWords(text, isPage).map(({ word }) => word)).toEqual(words);
  });

  test.each([
    ["other words", "It is besides the shallow place.", true],
    ["names in code", "const wish = beside(anew);", false],
    ["names in comments", "/** The first `beside` of them. */", false],
    ["names as texts", 'const names = ["wish", "anew"];', false],
  ])("are not found in %s", (_what, text, isPage) => {
    expect(findBannedWords(text, isPage)).toEqual([]);
  });

  test("give their line and what to write instead", () => {
    expect(findBannedWords("one\ntwo, for want of three", true)).toEqual([
      { line: 2, word: "for want of", instead: "for lack of, without" },
    ]);
  });

  test("each say what to write instead", () => {
    expect(bannedWords.every(([, instead]) => instead.length > 0)).toBe(true);
  });
});
