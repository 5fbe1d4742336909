import { expect, test } from "vitest";
import { isKnown, rangeThatCounts } from "../../../src/http/downloads/picture-headers.ts";

test.each([
  [undefined, false],
  ['"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
])('If-None-Match: %s names the bytes of "a": %s', (header, expected) => {
  expect(isKnown(header, '"a"')).toBe(expected);
});

test("a range that continues other bytes, or bytes of a date, is ignored", () => {
  const range = "bytes=5-";
  expect(rangeThatCounts({ range }, '"a"')).toBe(range);
  expect(rangeThatCounts({ range, "if-range": '"a"' }, '"a"')).toBe(range);
  for (const other of ['"b"', 'W/"a"', "Tue, 24 Nov 2026 04:00:00 GMT"])
    expect(rangeThatCounts({ range, "if-range": other }, '"a"')).toBeUndefined();
});
