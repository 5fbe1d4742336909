import { expect, test } from "vitest";
import { cameraName } from "../../src/cli/print.ts";

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
