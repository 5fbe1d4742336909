import { expect, test } from "vitest";
import { errorCodes, warningCodes } from "../../src/errors/index.ts";

const entries = [...Object.entries(errorCodes), ...Object.entries(warningCodes)];

test.each(entries)("%s tells what happened and what to do in whole sentences", (_code, entry) => {
  const sentence = /^[A-Z`].*[.]$/;
  expect(entry.doc).toMatch(sentence);
  if ("remedy" in entry) expect(entry.remedy).toMatch(sentence);
});
