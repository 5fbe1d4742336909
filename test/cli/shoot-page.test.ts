import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { shortLabels } from "../../src/cli/file-labels.ts";
import { readPageAssets } from "../../src/cli/pages/html-page.ts";
import { isShootPage, renderShootPage, type ShootSet } from "../../src/cli/pages/shoot-page.ts";
import type { Account } from "../../src/pipeline/making/index.ts";
import { sceneColours } from "../../src/stages/scene/index.ts";

const { script, style } = await readPageAssets("shoot-page");

const hostile = ["</script><script>alert(1)</script>.jpg", "<img src=x onerror=alert(1)>.jpg", "\u202egpj\n<!--.exe"];
const picture = Uint8Array.of(0xff, 0xd8);

function accountOf(facts: Partial<Account>): Account {
  return {
    reference: hostile[0],
    width: 600,
    height: 400,
    operations: [`merged 3 exposures of ${hostile[0]}`],
    timingsMs: { decode: 1500, tone: 500 },
    warnings: [],
    ...facts,
  };
}

const check = (passed: boolean) => ({ passed, rung: "full", findings: [`${hostile[1]} is grey`] });

const base = { reasons: [`${hostile[0]} follows`], flags: [], skipped: false };
const sets: ShootSet[] = [
  {
    ...base,
    files: [hostile[0]],
    before: picture,
    beforeFile: hostile[0],
    after: picture,
    link: "./a%3C.jpg",
    made: accountOf({ check: check(true), warnings: [{ code: "enhance/again", message: `x ${hostile[1]}` }] }),
  },
  { ...base, files: [hostile[1]], after: picture, made: accountOf({ check: check(false) }) },
  { ...base, files: [hostile[2]], error: `broken: ${hostile[2]}` },
  { ...base, files: ["plain.jpg"], skipped: true },
  { ...base, files: ["earlier.jpg"], skipped: true, after: picture, made: accountOf({ check: check(false) }) },
];
const unused = [{ file: hostile[2], reason: hostile[1] }];
const run = {
  title: hostile[0],
  failed: [{ file: hostile[1], message: hostile[0] }],
  unused,
  seconds: 12.34,
  script,
  style,
};
const page = renderShootPage({ ...run, sets });
const withoutCode = (text: string) => text.replace(script, "").replace(style, "");
const markup = withoutCode(page);
/** Of the first set, and of one that has no picture to lie over. */
const scenePage = renderShootPage({
  ...run,
  sets: sets.map((set, i) => (i === 0 || i === 2 ? { ...set, scene: Uint8Array.of(0xff, 0xd9) } : set)),
});

const labels = shortLabels(sets.flatMap(({ files }) => files));

test.each([
  ["", markup],
  [", with what is where", withoutCode(scenePage)],
])("names are text, whatever they hold, and the lists to redo have them as they are%s", (_what, shown) => {
  const known =
    "html head meta title style body h1 header bdi p div button span details summary noscript main section h2 ul li img aside label input a script svg rect kbd select option dialog";
  const tags = [...shown.matchAll(/<\/?([a-z][a-z0-9]*)\b/gi)].map(([, tag]) => tag.toLowerCase());
  expect([...new Set(tags)].filter((tag) => !known.split(" ").includes(tag))).toEqual([]);
  expect(shown.match(/<script/g)).toHaveLength(2);
  expect(/\son\w+=/i.exec(shown.replace(/"[^"]*"/g, '""').replace(/>[^<]*</g, "><"))?.[0]).toBeUndefined();
  expect(/<!--|\u202e|\sstyle=|https?:/.exec(shown)?.[0]).toBeUndefined();
  const data = /<script type="application\/json" id="sets">(.*?)<\/script>/s.exec(shown)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual(sets.map(({ files }) => files.map((file) => labels.get(file))));
});

test("the policy lets in the page's own script and style alone", () => {
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
  expect(policy).toBe(
    `default-src 'none'; img-src data: file:; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`,
  );
  expect(page).toContain(`<style>${style}</style>`);
  expect(page).toContain(`<script>${script}</script>`);
  expect(() => new Script(script)).not.toThrow();
  expect(script).not.toMatch(
    /innerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttp|setAttribute\("style/,
  );
});

test("what is where lies over the pictures that have it, hidden, with its colours", () => {
  const [image, button, legend] = [
    /<img class="scene" alt="Set 1: what is where" hidden src="data:image\/jpeg;base64,\/9k=">/g,
    /<button data-do="scene" aria-pressed="false" hidden>Show what is where<\/button>/g,
    /<ul class="legend soft" aria-label="Colours" hidden>.*?<\/ul>/g,
  ].map((part) => scenePage.match(part) ?? []);
  expect([image.length, button.length, legend.length]).toEqual([1, 1, 1]);
  const colours = [...legend[0].matchAll(/fill="rgb\(([\d,]+)\)"\/><\/svg>(\w+)<\/li>/g)];
  expect(colours.map(([, rgb, name]) => [name, rgb.split(",").map(Number)])).toEqual(Object.entries(sceneColours));
  // Without these three parts the page is as it is without a folder for them.
  expect(scenePage.replace(image[0], "").replace(button[0], "").replace(legend[0], "")).toBe(page);
});

test("sets are found by what is to be looked at", () => {
  const kinds = [...page.matchAll(/data-kinds="([^"]*)"/g)].map(([, found]) => found);
  expect(kinds).toEqual(["warnings", "look check", "look failed", "", "look check"]);
  expect(page).toContain("5 sets · 2 made · 2 skipped · 2 failed · 12 s");
  expect(page).toContain('<a href="./a%3C.jpg">Open the picture</a>');
  expect(markup.match(/type="range"/g)).toHaveLength(1);
  expect(markup).not.toContain("<details open");
  expect(markup).toContain('<option value="enhance/again">');
  expect(markup).toContain('<span class="flag">check failed</span>');
  const earlier = page.slice(page.indexOf('id="set-4"'));
  expect(earlier).toMatch(/600 × 400 · skipped.*<li>merged 3 exposures of .*Times when it was made/s);
  expect(isShootPage(page)).toBe(true);
});
