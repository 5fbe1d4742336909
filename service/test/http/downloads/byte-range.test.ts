import { expect, test } from "vitest";
import { readRange } from "../../../src/http/downloads/picture-headers.ts";

test.each([
  [undefined, undefined],
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=990-", { start: 990, end: 999 }],
  ["bytes=-10", { start: 990, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=10-5000", { start: 10, end: 999 }],
  ["bytes=1000-", null],
  ["bytes=-0", null],
  ["bytes=20-10", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["pages=1-2", undefined],
])("the range %s of 1000 bytes is %j", (header, expected) => {
  expect(readRange(header, 1000)).toEqual(expected);
});
