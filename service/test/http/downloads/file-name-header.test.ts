import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachmentHeader, withExtension } from "../../../src/http/downloads/picture-headers.ts";

describe("the file name of a download", () => {
  test("is sent in ASCII and in UTF-8", () => {
    expect(attachmentHeader("Küche 1.jpg")).toBe(
      "attachment; filename=\"K_che 1.jpg\"; filename*=UTF-8''K%C3%BCche%201.jpg",
    );
  });

  test("has no folders", () => {
    expect(attachmentHeader("../../etc/passwd")).toContain('filename="passwd"');
  });

  test("is a legal header whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(attachmentHeader(name)).toMatch(/^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.!~%-]+$/);
      }),
    );
  });

  test.each([
    ["kitchen.NEF", "kitchen.jpg"],
    ["kitchen", "kitchen.jpg"],
    ["St. Mary", "St. Mary.jpg"],
  ])("%s becomes %s", (name, expected) => {
    expect(withExtension(name, "jpg")).toBe(expected);
  });
});
