import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["docs", "service", "native", "data", "bench", "fixtures"];
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  ),
];

/** Headings as GitHub names their anchors, and anchors by name. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/```[\s\S]*?```/g, "").matchAll(/^#+ (.*)$/gm);
  const named = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, id]) => id);
  const anchors = new Set(named);
  const counts = new Map<string, number>();
  for (const [, heading] of headings) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-");
    const earlier = counts.get(anchor) ?? 0;
    counts.set(anchor, earlier + 1);
    anchors.add(earlier === 0 ? anchor : `${anchor}-${earlier}`);
  }
  return anchors;
}

test.each(pages)("links of %s lead somewhere", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
  const broken = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].filter(([, link]) => {
    const [path, anchor] = link.split("#");
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), "utf8")).has(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test("docs/README.md lists every page of docs", () => {
  const index = readFileSync(join(root, "docs/README.md"), "utf8");
  const names = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter(
    (name) => /^(how-to[/\\])?[^/\\]+\.md$/.test(name) && name !== "README.md",
  );
  expect(names.filter((name) => !index.includes(`(${name.replaceAll("\\", "/")})`))).toEqual([]);
});
