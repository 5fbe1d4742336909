import { describe, expect, test } from "vitest";
import {
  cutToWidth,
  describeEvs,
  groupSummary,
  groupTable,
  needsLook,
  padToWidth,
  widthOf,
} from "../../src/cli/group-table.ts";
import type { GroupedSet } from "../../src/pipeline/finding/group-outcome.ts";

function setOf(files: readonly string[], facts: Partial<GroupedSet> = {}): GroupedSet {
  return {
    files,
    kind: files.length > 1 ? "bracket" : "single",
    reasons: ["a reason", "another reason"],
    flags: [],
    confidence: 0.99,
    reference: files[0],
    twins: [],
    frames: files.map((file, i) => ({ file, ev: 2 * i - 2 })),
    spanS: 1.25,
    ...facts,
  };
}

function flagOf(kind: "aborted" | "blurred") {
  return { kind, message: `it is ${kind}` };
}

const many = Array.from({ length: 9 }, (_, i) => `a rather long name of a photograph ${i * 7}.jpg`);

describe("the table of sets", () => {
  test("marks exposures that the pictures tell and the files do not", () => {
    const frames = [{ file: "a", pictureEv: -1.96 }, { file: "b", pictureEv: 0 }, { file: "c" }];
    expect(describeEvs({ frames })).toBe("~−2 ~0 ·");
    expect(describeEvs({ frames: [{ file: "c" }, { file: "d" }] })).toBe("");
  });

  test("has a row a set with what is known of it", () => {
    const sets = [
      setOf(["s/IMG_1.JPG", "s/IMG_2.JPG", "s/IMG_3.JPG"]),
      setOf(["s/x.jpg"], { frames: [{ file: "s/x.jpg" }] }),
    ];
    expect(groupTable(sets, { width: 80, all: false }).split("\n")).toEqual([
      "SET  FILES        EV        SPAN  SURE  WHY",
      "  1  IMG_1–3.JPG  −2 0 +2  1.3 s  99 %  a reason",
      "  2  x.jpg                        99 %  a reason",
    ]);
  });

  test.each([80, 100, 120])("fits %i columns, whatever the names", (width) => {
    const reasons = ["r".repeat(300)];
    const sets = [
      setOf(many, { reasons, flags: [flagOf("aborted"), flagOf("blurred"), flagOf("blurred")] }),
      setOf(["客厅全景照片客厅全景照片客厅全景照片客厅.jpg", "客厅🏠.jpg"], { reasons }),
      setOf(["c.jpg"], { reasons, twins: ["c.raw"] }),
    ];
    for (const line of groupTable(sets, { width, all: false }).split("\n"))
      expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  test("aligns its columns also with wide letters", () => {
    const text = groupTable([setOf(["客厅.jpg"]), setOf(["b.jpg"])], { width: 80, all: false });
    const starts = text.split("\n").map((line) => widthOf(line.slice(0, line.search(/WHY|a reason/))));
    expect(new Set(starts).size).toBe(1);
  });

  test("shows flags and doubt in a column that is there only for them", () => {
    const flagged = [
      setOf(["a.jpg"], { flags: [flagOf("blurred")] }),
      setOf(["b.jpg"], { confidence: 0.6 }),
      setOf(["c.jpg"]),
    ];
    expect(flagged.map(needsLook)).toEqual([true, true, false]);
    expect(groupTable(flagged, { width: 80, all: false })).toMatch(
      /LOOK.*\n.*blurred.*\n.*unsure.*\n.* {2}99 % {11}a reason$/,
    );
  });

  test("gives every file and reason where asked, and no character that a terminal obeys", () => {
    const sets = [
      setOf(["s/\x1b[31m.jpg", "s/\u202egpj.exe"], {
        reasons: ["one\n\x07"],
        twins: ["s/twin.jpg"],
        flags: [flagOf("blurred")],
      }),
    ];
    for (const all of [true, false]) {
      const text = groupTable(sets, { width: 100, all });
      expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
      expect(text).toContain("\\u202egpj.exe");
      expect(text.includes("twin.jpg: second file")).toBe(all);
      expect(text.includes("! blurred: it is blurred")).toBe(all);
    }
  });
});

test("the summary counts sets and names those to look at", () => {
  const groups = [setOf(["a.jpg", "b.jpg"]), setOf(["c.jpg"], { confidence: 0.5 })];
  const outcome = { groups, failed: [], warnings: [], thumbnailsRead: 1 };
  expect(groupSummary(outcome, 1.23)).toBe(
    "1 bracket, 1 single photograph; 1 to look at: 2 (1.2 s, 1 picture looked at)",
  );
});

test("texts are cut and filled by the columns that they take", () => {
  expect([widthOf("a漢e\u0301🏠"), widthOf("")]).toEqual([6, 0]);
  expect(cutToWidth("漢字漢字", 5)).toBe("漢字…");
  expect(cutToWidth("abc", 3)).toBe("abc");
  expect([padToWidth("漢", 4, "right"), padToWidth("漢", 4, "left")]).toEqual(["漢  ", "  漢"]);
});
