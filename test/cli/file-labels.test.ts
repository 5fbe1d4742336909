import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { describeNames, finderByEnds, shortLabels, withLabels } from "../../src/cli/file-labels.ts";

describe("short labels", () => {
  test("are bare names where these differ, and as much of the path as distinguishes files", () => {
    const files = ["shoot/a/1.jpg", "shoot/b/1.jpg", "shoot/a/2.jpg", "./c/b/3.jpg"];
    expect([...shortLabels(files)]).toEqual([
      ["shoot/a/2.jpg", "2.jpg"],
      ["./c/b/3.jpg", "3.jpg"],
      ["shoot/a/1.jpg", "a/1.jpg"],
      ["shoot/b/1.jpg", "b/1.jpg"],
    ]);
  });

  test("name one file each, and any longer end of its path does too", () => {
    const files = ["x/a/1.jpg", "y/a/1.jpg", "1.jpg", "y/a/b.jpg"];
    const find = finderByEnds(files);
    for (const [file, label] of shortLabels(files)) expect(find(label)).toEqual([file]);
    expect(find("a/1.jpg")).toEqual(["x/a/1.jpg", "y/a/1.jpg"]);
    expect(find(resolve("1.jpg"))).toEqual(["1.jpg"]);
  });

  test("may be spelled in another case, Unicode form or, on Windows, with backslashes", () => {
    const files = ["C:\\shoot\\card\\8.JPG", "C:\\shoot\\x\\8.JPG", "C:\\shoot\\Küche.jpg".normalize("NFD")];
    const find = finderByEnds(files, "win32");
    expect(find("card\\8.jpg")).toEqual([files[0]]);
    expect(find("8.jpg")).toEqual([files[0], files[1]]);
    expect(find("küche.jpg".normalize("NFC"))).toEqual([files[2]]);
    expect(finderByEnds(["/s/card/8.JPG"], "linux")("card\\8.JPG")).toEqual([]);
  });

  test("mean the exact spelling first", () => {
    const find = finderByEnds(["/s/8.jpg", "/s/8.JPG"], "linux");
    expect([find("8.jpg"), find("8.JPG")]).toEqual([["/s/8.jpg"], ["/s/8.JPG"]]);
  });

  test("replace the paths in a text, whatever characters these contain", () => {
    const labels = shortLabels(["a/$&.jpg", "a/b.jpg"]);
    expect(withLabels("+2 EV from a/$&.jpg, then a/b.jpg", labels)).toBe("+2 EV from $&.jpg, then b.jpg");
  });
});

test.each([
  [["IMG_1.JPG"], "IMG_1.JPG"],
  [["IMG_0009.JPG", "IMG_0010.JPG", "IMG_0011.JPG"], "IMG_0009–0011.JPG"],
  [["IMG_9.JPG", "IMG_10.JPG"], "IMG_9.JPG, IMG_10.JPG"],
  [["IMG_0003.JPG", "IMG_0001.JPG", "IMG_0002.JPG"], "IMG_0003.JPG, IMG_0001–0002.JPG"],
  [["DJI_0001_D.DNG", "DJI_0002_D.DNG"], "DJI_0001–0002_D.DNG"],
  [["a-1.jpg", "b-2.jpg"], "a-1.jpg, b-2.jpg"],
  [["1.jpg", "2.png"], "1.jpg, 2.png"],
  [["a.jpg", "a.jpg"], "a.jpg, a.jpg"],
  [["9999.jpg", "0000.jpg"], "9999.jpg, 0000.jpg"],
])("the names %j are written as %s", (names, text) => {
  expect(describeNames(names)).toBe(text);
});
