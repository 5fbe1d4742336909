// Writes data/lensfun.json.br from the XML files of the lensfun project, which the development dependency
// @neoanaloglabkk/lensfun-wasm carries. Run: npx tsx scripts/build-lens-database.ts
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../node_modules/@neoanaloglabkk/lensfun-wasm/dist/assets");

/** The files packed into lensfun-core.data, by name; lensfun-core.js contains their offsets. */
function readPackedFiles(): Map<string, string> {
  const script = readFileSync(join(assets, "lensfun-core.js"), "utf8");
  const data = readFileSync(join(assets, "lensfun-core.data"));
  const files = new Map<string, string>();
  for (const [, name, start, end] of script.matchAll(/filename:"([^"]+)",start:([\de.]+),end:([\de.]+)/g)) {
    files.set(name, data.subarray(Number(start), Number(end)).toString("utf8"));
  }
  return files;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#x?)?(\w+);/g, (whole, numeric: string | undefined, name: string) => {
    if (!numeric) return entities[name] ?? whole;
    return String.fromCodePoint(Number.parseInt(name, numeric === "#x" ? 16 : 10));
  });
}

/** Parses the subset of XML that the database uses: elements, attributes, text, comments, a doctype. */
function parseXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const tokens = /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;
  for (const [, closing, name, attributeText, selfClosing, text] of xml.matchAll(tokens)) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent.text += decodeEntities(text);
    else if (closing) open.pop();
    else if (name) {
      const pairs = [...attributeText.matchAll(/([\w-]+)\s*=\s*["']([^"']*)["']/g)];
      const attributes = Object.fromEntries(pairs.map(([, key, value]) => [key, decodeEntities(value)]));
      const element: Element = { name, attributes, children: [], text: "" };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  return root;
}

const all = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
const texts = (element: Element, name: string): string[] => all(element, name).map((child) => child.text.trim());

/** Names as in EXIF and in English; files do not contain those in other languages. */
function names(element: Element, name: string): string[] {
  const usable = all(element, name).filter(({ attributes }) => !attributes["lang"] || attributes["lang"] === "en");
  return [...new Set(usable.map((child) => child.text.trim()))];
}

/** Seven decimals change positions in a 24-megapixel picture by at most a thousandth of a pixel. */
const number = (text: string | undefined, fallback = 0): number =>
  text === undefined ? fallback : Math.round(Number(text) * 1e7) / 1e7;

function ratio(text: string | undefined): number {
  if (!text) return 1.5;
  const [width, height] = text.split(":").map(Number);
  return number(String(height ? width / height : width));
}

/** [min, max] of an element with `value`, or `min` and `max`; 0 if there is no such element. */
function range(element: Element | undefined): [number, number] | 0 {
  if (!element) return 0;
  const { value, min, max } = element.attributes;
  return [number(value ?? min), number(value ?? max ?? min)];
}

function lensRow(lens: Element, mountIndex: (name: string) => number): unknown[] {
  const calibrations = all(lens, "calibration").flatMap((calibration) => calibration.children);
  const samples = (kind: string): Element["attributes"][] =>
    calibrations.filter((child) => child.name === kind).map((child) => child.attributes);
  const distortions = samples("distortion");
  const isPoly5 = (a: Element["attributes"]): boolean => a["model"] === "poly5";
  // poly3, r (1 - k1 + k1 r^2), is ptlens with b = k1; a linear tca is poly3 with only v.
  return [
    names(lens, "maker"),
    names(lens, "model"),
    texts(lens, "mount").map(mountIndex),
    number(texts(lens, "cropfactor")[0]),
    ratio(texts(lens, "aspect-ratio")[0]),
    texts(lens, "type")[0] ?? "rectilinear",
    range(all(lens, "focal")[0]),
    range(all(lens, "aperture")[0]),
    distortions
      .filter((a) => !isPoly5(a))
      .flatMap((a) => [number(a["focal"]), number(a["a"]), number(a["b"] ?? a["k1"]), number(a["c"])]),
    distortions.filter(isPoly5).flatMap((a) => [number(a["focal"]), number(a["k1"]), number(a["k2"])]),
    samples("tca").flatMap((a) => [
      number(a["focal"]),
      number(a["vr"] ?? a["kr"], 1),
      number(a["cr"]),
      number(a["br"]),
      number(a["vb"] ?? a["kb"], 1),
      number(a["cb"]),
      number(a["bb"]),
    ]),
    samples("vignetting").flatMap((a) =>
      ["focal", "aperture", "distance", "k1", "k2", "k3"].map((key) => number(a[key])),
    ),
  ];
}

function build(): void {
  const roots = [...readPackedFiles()]
    .filter(([name]) => name.endsWith(".xml"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, xml]) => all(parseXml(xml), "lensdatabase")[0]);
  const every = (name: string): Element[] => roots.flatMap((root) => all(root, name));
  const mountNames: string[] = [];
  const mountIndex = (name: string): number => {
    if (!mountNames.includes(name)) mountNames.push(name);
    return mountNames.indexOf(name);
  };
  const compatible = every("mount").map((mount) => [
    mountIndex(texts(mount, "name")[0]),
    ...texts(mount, "compat").map(mountIndex),
  ]);
  const cameras = every("camera").map((camera) => [
    names(camera, "maker"),
    names(camera, "model"),
    mountIndex(texts(camera, "mount")[0]),
    number(texts(camera, "cropfactor")[0]),
    texts(camera, "variant")[0] ?? "",
  ]);
  const lenses = every("lens").map((lens) => lensRow(lens, mountIndex));
  const licence = "Creative Commons Attribution-ShareAlike 3.0; lensfun contributors, https://lensfun.github.io";
  const json = JSON.stringify({ format: 1, licence, mountNames, compatible, cameras, lenses });
  const packed = brotliCompressSync(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
  writeFileSync(join(here, "../data/lensfun.json.br"), packed);
  console.log(`${roots.length} files: ${mountNames.length} mounts, ${cameras.length} cameras, ${lenses.length} lenses`);
  console.log(`${json.length} bytes of JSON, ${packed.length} compressed`);
}

build();
