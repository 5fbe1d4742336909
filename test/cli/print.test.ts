import { expect, test } from "vitest";
import { cameraName, checkLine } from "../../src/cli/print.ts";

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
  sentence: "fine detail is lost beside the sharpest frame",
} as const;

test.each([
  [{ passed: true, rung: "full", findings: [] }, "check: passed"],
  [
    { passed: true, rung: "mertens", reason: "colours are off", findings: [] },
    "check: passed (mertens: on the usual way colours are off)",
  ],
  [{ passed: false, rung: "full", findings: [blurred] }, "check: fine detail is lost beside the sharpest frame"],
] as const)("tells on one line what the check came to: %o", (check, line) => {
  expect(checkLine({ ...check, tried: [], measures: {} })).toBe(line);
});
