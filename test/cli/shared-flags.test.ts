import { describe, expect, test } from "vitest";
import { sharedFlags, withSharedFlags } from "../../src/cli/command.ts";

type Flags = Parameters<typeof withSharedFlags>[1];

function printed(own: Flags, environment: Record<string, string>, interactive: boolean, text: string): string {
  let stderr = "";
  const streams = {
    out: () => {},
    err: (part: string) => {
      stderr += part;
    },
    interactive,
  };
  withSharedFlags(streams, own, environment).err(text);
  return stderr;
}

describe("colour", () => {
  test.each([
    [{}, {}, true, true],
    [{}, {}, false, false],
    [{}, { NO_COLOR: "1" }, true, false],
    [{}, { NO_COLOR: "" }, true, true],
    [{}, { FORCE_COLOR: "1" }, false, true],
    [{}, { FORCE_COLOR: "0" }, true, false],
    [{}, { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    [{ color: "always" }, { NO_COLOR: "1" }, false, true],
    [{ color: "never" }, { FORCE_COLOR: "1" }, true, false],
    [{ color: "auto" }, {}, true, true],
  ] as const)("by %j, %j and a terminal (%s) is there: %s", (own, environment, interactive, isThere) => {
    expect(printed(own, environment, interactive, "warning: dark\n") !== "warning: dark\n").toBe(isThere);
  });

  test("marks the beginning of warnings and errors and nothing else", () => {
    const text = "  warning: a warning: here\nfailed: b\nlightwell enhance: c\n2 pictures, 1 failed: no\n";
    expect(printed({ color: "always" }, {}, false, text)).toBe(
      "  \x1b[33mwarning:\x1b[39m a warning: here\n\x1b[31mfailed:\x1b[39m b\n\x1b[31mlightwell enhance:\x1b[39m c\n2 pictures, 1 failed: no\n",
    );
  });
});

test("quiet and verbose contradict each other", () => {
  expect(() => printed({ quiet: true, verbose: true }, {}, false, "")).toThrow(/--quiet and --verbose/);
});

test("no shared flag has the letter of another", () => {
  const letters = Object.values(sharedFlags).flatMap(({ short }) => short ?? []);
  expect(new Set(letters).size).toBe(letters.length);
});
