import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { shortLabels } from "../../src/cli/file-labels.ts";
import { renderContactSheet } from "../../src/cli/pages/contact-sheet.ts";
import { readPageAssets } from "../../src/cli/pages/html-page.ts";
import type { GroupedSet } from "../../src/pipeline/finding/group-outcome.ts";

const { script, style } = await readPageAssets("contact-sheet");

const hostile = [
  "</script><script>alert(1)</script>.jpg",
  "<img src=x onerror=alert(1)>.jpg",
  "\"onmouseover=alert(1) x='.jpg",
  "line\nbreak\r\u2028.jpg",
  "\u202egpj.exe",
  "&lt;b&gt;.jpg",
  "<!--.jpg",
  "$&$'`.jpg",
  "]]>\x07.jpg",
];

function setOf(files: readonly string[], facts: Partial<GroupedSet> = {}): GroupedSet {
  return {
    files,
    kind: files.length > 1 ? "bracket" : "single",
    reasons: [`a pause of 9 s from ${files[0]}`],
    flags: [],
    confidence: 0.99,
    reference: files[0],
    twins: [],
    frames: files.map((file, i) => ({ file, ev: 2 * i - 2, capturedAt: "2026-05-14T10:04:40.00+02:00" })),
    spanS: 4,
    ...facts,
  };
}

function pageOf(groups: readonly GroupedSet[], files: readonly string[] = []): string {
  const thumbnails = new Map(files.map((file) => [file, Uint8Array.of(0xff, 0xd8)]));
  const failed = hostile.map((file) => ({ file, message: `broken: ${file}` }));
  return renderContactSheet({ title: hostile[0], groups, failed, thumbnails, script, style });
}

describe("the contact sheet", () => {
  const groups = [
    setOf(hostile.slice(0, 4), { flags: [{ kind: "blurred", file: hostile[1], message: `${hostile[1]} is soft` }] }),
    setOf(hostile.slice(4, 8), { twins: [hostile[8]] }),
    setOf([hostile[8].slice(1)], { confidence: 0.5 }),
  ];
  const page = pageOf(groups, hostile);

  test("shows names as text, whatever they hold", () => {
    const markup = page.replace(script, "").replace(style, "");
    const known =
      "html head meta title style body h1 header bdi p div button span kbd details summary noscript main section h2 ol ul li img aside template script dialog";
    const tags = [...markup.matchAll(/<\/?([a-z][a-z0-9]*)\b/gi)].map(([, tag]) => tag.toLowerCase());
    expect([...new Set(tags)].filter((tag) => !known.split(" ").includes(tag))).toEqual([]);
    expect(markup.match(/<script/g)).toHaveLength(2);
    expect(markup.match(/<img/g)).toHaveLength(8);
    const bare = markup.replace(/"[^"]*"/g, '""');
    expect(/<[a-z][^>]*\son(error|mouseover)=/i.exec(bare)?.[0]).toBeUndefined();
    expect(/<!--|[^\P{Cc}\n]|[\u2028\u202e]/iu.exec(markup)?.[0]).toBeUndefined();
    expect(markup).toContain("&lt;img src=x onerror=alert(1)&gt;.jpg");
    expect(markup).toContain("\\u202egpj.exe");
  });

  test("keeps the names for the groups file as they are", () => {
    const data = /<script type="application\/json" id="names">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
    const files = groups.flatMap((set) => set.files);
    const labels = shortLabels([...files, ...groups.flatMap(({ twins }) => twins)]);
    expect(JSON.parse(data)).toEqual(files.map((file) => labels.get(file)));
    expect(data).toMatch(/^[ -;=-~]*$/);
  });

  test("lets in its own script and style alone, and nothing from elsewhere", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "img-src data: file:",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page).toContain(`<style>${style}</style>`);
    expect(page).toContain(`<script>${script}</script>`);
    expect(page).not.toMatch(/https?:|\sstyle=|url\(|@import|<link/);
  });

  test("marks the sets to look at and opens their reasons", () => {
    expect(page.match(/<section class="set look"/g)).toHaveLength(2);
    expect(page.match(/<details open>/g)).toHaveLength(2);
    expect(page).toContain('<span class="flag">blurred</span>');
    expect(page).toContain('<span class="flag">unsure</span>');
    expect(page).toContain("9 photographs, 2 brackets, 2 sets to look at");
  });

  test("leaves a place for a file without a picture", () => {
    expect(pageOf([setOf(["a.jpg"])])).toContain('<span class="none">no picture</span>');
  });

  test("has a script that is valid and does all that the buttons ask for", () => {
    expect(() => new Script(script)).not.toThrow();
    const [before] = page.split('<dialog id="viewer"');
    const asked = new Set([...before.matchAll(/data-do="(\w+)"/g)].map(([, name]) => name));
    for (const name of asked) expect(script).toMatch(new RegExp(`^ {2}${name}\\(`, "m"));
    expect(asked.size).toBe(8);
    expect(script).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttp|localStorage/);
  });
});
