import { describe, expect, test } from "vitest";
import { longComments, wrapComments } from "../../scripts/comments.ts";

/** So many words of five characters, without a space at the end. */
const words = (count: number) => "word ".repeat(count).trim();

describe("wrapping comments", () => {
  test.each([
    ["a docstring of one line", `/** ${words(30)} */`, `/**\n * ${words(23)}\n * ${words(7)}\n */`],
    ["lines of slashes, with what follows", `  // ${words(24)}\n  // tail`, `  // ${words(23)}\n  // word tail`],
    ["an item of a list under its words", `/*\n * - ${words(24)}\n */`, `/*\n * - ${words(23)}\n *   word\n */`],
    ["a paragraph, not the next one", `// ${words(24)}\n//\n// tail`, `// ${words(23)}\n// word\n//\n// tail`],
  ])("breaks %s", (_what, before, after) => {
    expect(wrapComments(before)).toBe(after);
    expect(longComments(before).length).toBe(1);
    expect(longComments(after)).toEqual([]);
  });

  test.each([
    ["code that is too long", `const text = "${words(30)}";`],
    ["what a tool reads", `// biome-ignore lint: ${words(30)}`],
    ["a word that fits on no line", `// https://example.org/${"a".repeat(120)}`],
    ["a comment that fits", `/** ${words(5)} */`],
  ])("leaves %s", (_what, text) => {
    expect(wrapComments(text)).toBe(text);
    expect(longComments(text)).toEqual([]);
  });
});
