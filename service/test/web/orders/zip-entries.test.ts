import { expect, test } from "vitest";
import { EntryNames } from "../../../src/web/orders/zip-entries.ts";

test.each([
  ["kitchen.NEF", "jpg", "kitchen.jpg"],
  ["../../etc/passwd", "jpg", "passwd.jpg"],
  ["C:\\shoot\\hall.tif", undefined, "hall.tif"],
  ['a<b>:"|?*.jpg', undefined, "a_b______.jpg"],
  [".hidden.jpg", undefined, "_hidden.jpg"],
  ["\u202egpj.exe", "jpg", "_gpj.jpg"],
  ["", "jpg", "picture.jpg"],
  [`${"é".repeat(300)}.jpg`, undefined, `${"é".repeat(80)}.jpg`],
])("%j becomes a name that every system can store", (name, extension, expected) => {
  expect(new EntryNames().take(name, extension)).toBe(expected);
});

test("names are used once, also if they differ only in capitals", () => {
  const names = new EntryNames();
  expect(["a.jpg", "a.jpg", "A.JPG", "a-2.jpg"].map((name) => names.take(name))).toEqual([
    "a.jpg",
    "a-2.jpg",
    "A-3.JPG",
    "a-2-2.jpg",
  ]);
});
