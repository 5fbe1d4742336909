import { mkdirSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findSidecars } from "../../src/pipeline/disk/index.ts";
import {
  collisionKey,
  hasNoLinks,
  nameFault,
  partsOfPath,
  pathKey,
  patternMatcher,
  placeFault,
  sidecarFinder,
  splitPattern,
  usableName,
  withSlashes,
} from "../../src/pipeline/disk/path-rules.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const composed = "Küche.jpg".normalize("NFC");
const decomposed = "Küche.jpg".normalize("NFD");

test.each([
  ["win32", "C:\\shoot\\8.jpg", "c:/SHOOT/8.JPG", true],
  ["win32", "C:\\shoot\\8.jpg", "D:\\shoot\\8.jpg", false],
  ["win32", "\\\\nas\\card\\8.jpg", "//NAS/card/x/../8.jpg", true],
  ["darwin", `/shoot/${composed}`, `/shoot/${decomposed}`, true],
  ["darwin", "/shoot/8.jpg", "/shoot/8.JPG", false],
  ["linux", "/shoot/8.jpg", "/shoot/./8.jpg", true],
  ["linux", "/shoot/8.jpg", "/shoot/8.JPG", false],
  ["linux", `/shoot/${composed}`, `/shoot/${decomposed}`, false],
  ["linux", "/shoot/a\\b.jpg", "/shoot/a/b.jpg", false],
] as const)("on %s, %s and %s being one file is %s", (platform, a, b, isOne) => {
  expect(pathKey(a, platform) === pathKey(b, platform)).toBe(isOne);
});

test("names collide by case or Unicode form, and by nothing else", () => {
  expect(collisionKey("8.JPG")).toBe(collisionKey("8.jpg"));
  expect(collisionKey(composed)).toBe(collisionKey(decomposed));
  expect(collisionKey("a.jpg")).not.toBe(collisionKey("a-2.jpg"));
});

test.each([
  ["win32", "C:\\shoot\\a/b.jpg", ["C:", "shoot", "a", "b.jpg"]],
  ["linux", "/shoot/a\\b.jpg", ["", "shoot", "a\\b.jpg"]],
] as const)("on %s, %s has the parts %j", (platform, path, parts) => {
  expect(partsOfPath(path, platform)).toEqual(parts);
});

test("backslashes are slashes on Windows and letters elsewhere", () => {
  expect(withSlashes("card\\8.jpg", "win32")).toBe("card/8.jpg");
  expect(withSlashes("card\\8.jpg", "linux")).toBe("card\\8.jpg");
});

describe("names of results", () => {
  test.each([
    ["kitchen.jpg", "kitchen.jpg", undefined],
    ["console.jpg", "console.jpg", undefined],
    ["con.jpg", "con_.jpg", "device"],
    ["NUL", "NUL_", "device"],
    ["nul.tar.jpg", "nul_.tar.jpg", "device"],
    ["aux .jpg", "aux_.jpg", "device"],
    ["COM1.jpg", "COM1_.jpg", "device"],
    ["lpt².jpg", "lpt²_.jpg", "device"],
    ["COM10.jpg", "COM10.jpg", undefined],
    ["a:b.jpg", "a_b.jpg", "cannot have :"],
    ['"a?".jpg', "_a__.jpg", 'cannot have "'],
    ["a\tb.jpg", "a_b.jpg", "U+0009"],
    ["room. .", "room___", "end in a dot or a space"],
  ])("%j becomes %s on Windows", (name, usable, fault) => {
    expect(usableName(name, "win32")).toBe(usable);
    expect(nameFault(usable, "win32")).toBeUndefined();
    if (fault === undefined) expect(nameFault(name, "win32")).toBeUndefined();
    else expect(nameFault(name, "win32")).toContain(fault);
  });

  test.each(["con.jpg", "a:b.jpg", "room. .", "a\\b.jpg"])("%s stays as it is elsewhere", (name) => {
    for (const platform of ["linux", "darwin"] as const) {
      expect(usableName(name, platform)).toBe(name);
      expect(nameFault(name, platform)).toBeUndefined();
    }
  });

  test("have no zero character anywhere", () => {
    expect(usableName("a\0b.jpg", "linux")).toBe("a_b.jpg");
    expect(nameFault("a\0b.jpg", "linux")).toContain("U+0000");
  });
});

describe("patterns", () => {
  test("have drives and backslashes on Windows, as cmd.exe hands them over", () => {
    expect(splitPattern("C:\\shoot/*.jpg", "win32")).toEqual({ parts: ["C:", "shoot", "*.jpg"], sep: "\\" });
    expect(splitPattern("\\\\nas\\*.jpg", "win32").parts).toEqual(["", "", "nas", "*.jpg"]);
    expect(splitPattern("shoot/a\\*.jpg", "linux")).toEqual({ parts: ["shoot", "a\\*.jpg"], sep: "/" });
  });

  test.each([
    ["win32", "*.jpg", "8.JPG", true],
    ["linux", "*.jpg", "8.JPG", false],
    ["darwin", "*.jpg", "8.JPG", false],
    ["darwin", "K?che*", decomposed, true],
    ["darwin", decomposed.replace(".jpg", "*"), composed, true],
    ["linux", "K?che*", decomposed, false],
    ["win32", "*", ".hidden.jpg", false],
  ] as const)("on %s, %s matching %s is %s", (platform, pattern, name, matches) => {
    expect(patternMatcher(pattern, platform)(name)).toBe(matches);
  });
});

test.each([
  [["8.jpg", "8.jpg.xmp", "8.JPG", "8.JPG.xmp"], "8.jpg.xmp", "8.jpg.xmp"],
  [["8.jpg", "8.JPG", "8.JPG.xmp"], "8.jpg.xmp", undefined],
  [["IMG_1.CR3", "img_1.XMP"], "IMG_1.xmp", "img_1.XMP"],
  [["IMG_1.CR3", "IMG_1.CR3.xmp"], "img_1.cr3.xmp", "IMG_1.CR3.xmp"],
  [[composed, `${decomposed}.xmp`], `${composed}.xmp`, `${decomposed}.xmp`],
  [["a.jpg"], "a.jpg.xmp", undefined],
])("among %j, %s is found as %s", (names, wanted, found) => {
  expect(sidecarFinder(names)(wanted)).toBe(found);
});

test("photographs whose names differ in case alone have sidecars of their own", async () => {
  const root = folder.fresh("cases");
  mkdirSync(root);
  const names = ["8.jpg", "8.JPG"];
  for (const name of names) for (const end of ["", ".xmp"]) writeFileSync(join(root, name + end), name);
  const paths = names.map((name) => join(root, name));
  const [first, second] = await Promise.all(paths.map((path) => stat(path)));
  if (first.ino === second.ino) return; // the file system ignores case
  const files = paths.map((path) => ({ name: path, path, sizeBytes: 5, modifiedNs: 1n }));
  expect(await findSidecars(files)).toEqual(paths.map((path) => [`${path}.xmp`]));
});

test("EISDIR means a file system without links on Windows only", () => {
  expect([hasNoLinks("EISDIR", "win32"), hasNoLinks("EISDIR", "linux")]).toEqual([true, false]);
  expect([hasNoLinks("EPERM", "linux"), hasNoLinks("EEXIST", "win32")]).toEqual([true, false]);
});

test.each([
  ["C:\\shoot\\8.jpg", undefined],
  ["..\\shoot\\8.jpg", undefined],
  ["D:/shoot/8.jpg", undefined],
  ["\\\\evil\\share\\8.jpg", "it is on another computer"],
  ["//evil/share/8.jpg", "it is on another computer"],
  ["\\\\?\\UNC\\evil\\share\\8.jpg", "it names a device"],
  ["\\\\.\\PhysicalDrive0", "it names a device"],
  ["//./pipe/name", "it names a device"],
  ["C:\\shoot\\NUL", "it names a device"],
  ["C:\\shoot\\com1.jpg", "it names a device"],
] as const)("on Windows, a report in C:\\out that names %s: %s", (given, fault) => {
  expect(placeFault(given, "C:\\out", "win32")).toBe(fault);
});

test("a report on a share names photographs of that share, and of no other", () => {
  expect(placeFault("\\\\NAS\\jobs\\8.jpg", "\\\\nas\\jobs\\out", "win32")).toBeUndefined();
  expect(placeFault("..\\8.jpg", "\\\\nas\\jobs\\out", "win32")).toBeUndefined();
  expect(placeFault("\\\\nas\\other\\8.jpg", "\\\\nas\\jobs\\out", "win32")).toBe("it is on another computer");
});

test("elsewhere such names are those of usual files", () => {
  expect(placeFault("//share/8.jpg", "/out", "linux")).toBeUndefined();
  expect(placeFault("\\\\evil\\8.jpg", "/out", "darwin")).toBeUndefined();
});
