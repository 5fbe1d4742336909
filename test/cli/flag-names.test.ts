import { describe, expect, test } from "vitest";
import { messageInFlags, withFlagNames } from "../../src/cli/failures.ts";
import { EngineError } from "../../src/errors/index.ts";

describe("texts of the engine", () => {
  test.each([
    ["memoryBudgetMb allows 228", "--memory-budget allows 228"],
    ["at most 9 bytes are read (maxFileMb)", "at most 9 bytes are read (--max-file)"],
    ["is above maxShift", "is above --max-shift"],
    ["groups (--groups) and bracketSize (--bracket-size)", "--groups and --bracket-size"],
    ["the quality of the format", "the quality of the format"],
    ["/home/maxShift/a.jpg: broken", "/home/maxShift/a.jpg: broken"],
    ["C:\\maxShift\\a.jpg and maxShift.jpg", "C:\\maxShift\\a.jpg and maxShift.jpg"],
  ])("%s: %s", (text, expected) => {
    expect(withFlagNames(text)).toBe(expected);
  });
});

describe("messages of errors", () => {
  test.each([
    ["encode: quality must be 1 to 100, got 101", "quality", "--quality must be 1 to 100, got 101"],
    ["group: bracketSize must be 0 to 25, got 99", "bracketSize", "--bracket-size must be 0 to 25, got 99"],
    ["encode: png has 8 or 16 bits a sample, got 10", "bitDepth", "--bit-depth: png has 8 or 16 bits a sample, got 10"],
    ["there is no flag --ouput", "--ouput", "there is no flag --ouput"],
    ["--quality must be 1 to 100", "quality", "--quality must be 1 to 100"],
  ])("%s: %s", (message, option, expected) => {
    expect(messageInFlags(new EngineError("options/invalid", message, { option }))).toBe(expected);
  });
});
