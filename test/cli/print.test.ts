import { describe, expect, test } from "vitest";
import { cameraName, checkLine, duration, printAbout, type Streams } from "../../src/cli/print.ts";
import type { Report } from "../../src/pipeline/making/index.ts";

test.each([
  ["Canon", "Canon EOS 6D", "Canon EOS 6D"],
  ["RICOH", "RICOH THETA Z1", "RICOH THETA Z1"],
  ["NIKON CORPORATION", "NIKON D850", "NIKON D850"],
  ["SONY", "ILCE-7M3", "SONY ILCE-7M3"],
  ["Canon", undefined, "Canon"],
  [undefined, "X-T3", "X-T3"],
  [undefined, undefined, ""],
])("a camera of make %s and model %s is called by its make once", (make, model, name) => {
  expect(cameraName(make, model)).toBe(name);
});

const blurred = {
  measure: "blur",
  place: "merge",
  value: 0.3,
  limit: 0.15,
  sentence: "fine detail of the sharpest frame is lost",
} as const;

test.each([
  [{ passed: true, rung: "full", findings: [] }, "check: passed"],
  [
    { passed: true, rung: "mertens", reason: "colours are off", findings: [] },
    "check: passed (mertens: otherwise colours are off)",
  ],
  [{ passed: false, rung: "full", findings: [blurred] }, "check: fine detail of the sharpest frame is lost"],
] as const)("tells on one line what the check came to: %o", (check, line) => {
  expect(checkLine({ ...check, tried: [], measures: {} }, [])).toBe(line);
});

test.each([
  [0.034, "0.03 s"],
  [3.46, "3.5 s"],
  [48.4, "48 s"],
  [719, "12 min"],
  [9000, "2.5 h"],
])("%d seconds are written as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

describe("what is printed about a picture", () => {
  const sound = { passed: true, rung: "full", findings: [], tried: [], measures: {} } as const;
  const warning = { code: "check/blur", message: "check: fine detail is lost (0.3, at most 0.15)" } as const;
  const note = { code: "perspective/skipped", message: "perspective: more than maxPitchDeg" } as const;

  function printed(about: Partial<Report>, how: Partial<Streams>): string {
    let stderr = "";
    const err = (text: string) => {
      stderr += text;
    };
    const report = { operations: ["merged 3 exposures"], check: sound, warnings: [], notes: [note], ...about };
    printAbout(report as unknown as Report, { out: err, err, interactive: false, ...how });
    return stderr;
  }

  test("is nothing where all is well", () => {
    expect(printed({}, {})).toBe("");
  });

  test("is each finding of the check once", () => {
    const check = { ...sound, passed: false, findings: [blurred] };
    const text = printed({ check, warnings: [warning] }, {});
    expect(text).toBe(`check: not passed\nwarning: ${warning.message} [check/blur]\n`);
    expect(printed({ check, warnings: [warning] }, { quiet: true })).toBe("");
  });

  test("is what was done, the check and the notes where all is asked for", () => {
    expect(printed({}, { verbose: true })).toBe(
      "merged 3 exposures\ncheck: passed\nnote: perspective: more than --max-pitch [perspective/skipped]\n",
    );
  });
});
