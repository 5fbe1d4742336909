import type { PlanValue, TagAssignment } from "../stages/metadata/index.ts";
import {
  fieldName,
  fieldNamespaces,
  formOf,
  namespaces,
  qualifiedName,
  structures,
  written,
} from "./xmp-properties.ts";

interface XmpPacket {
  /** The packet (XMP specification, part 1, 7); empty without properties. */
  readonly text: string;
  readonly missing: readonly string[];
}

/** The packet of the given assignments, and the tags that it cannot contain or whose value does not fit. */
export function xmpPacket(assignments: readonly TagAssignment[]): XmpPacket {
  const missing: string[] = [];
  const leaves = assignments.flatMap(({ tag, values }) => {
    const found = structures[tag] ? structureLeaves(tag, values) : propertyLeaves(tag, values);
    if (found === undefined) missing.push(tag);
    return found ?? [];
  });
  if (leaves.length === 0) return { text: "", missing };
  const uris = new Map([...Object.values(namespaces), ...Object.entries(fieldNamespaces)]);
  return { text: serialize(leaves, uris), missing };
}

function propertyLeaves(tag: string, values: readonly PlanValue[]): readonly XmpLeaf[] | undefined {
  const form = formOf(tag);
  if (form === undefined) return undefined;
  const texts = values.map((value) => written(form, value)).filter((text) => text !== undefined);
  const isList = form === "Bag" || form === "Seq";
  if (texts.length !== values.length || (!isList && texts.length !== 1)) return undefined;
  const name = qualifiedName(tag);
  if (isList) return texts.map((text, i) => ({ path: [name, `rdf:${form}`, item(i)], text }));
  if (form !== "language") return [{ path: [name], text: texts[0] }];
  return [{ path: [name, "rdf:Alt", item(0)], text: texts[0], language: "x-default" }];
}

function structureLeaves(tag: string, values: readonly PlanValue[]): readonly XmpLeaf[] | undefined {
  const [list, prefix] = structures[tag];
  if (list === undefined && values.length !== 1) return undefined;
  const leaves = values.map((value, i) => {
    if (typeof value === "string" || Array.isArray(value)) return undefined;
    const base = [qualifiedName(tag), ...(list === undefined ? [] : [`rdf:${list}`, item(i)])];
    return Object.entries(value).map(([field, text]) => {
      const name = fieldName(prefix, field);
      const plain = written(field === "When" ? "date" : "text", text);
      return name === undefined || plain === undefined ? undefined : { path: [...base, name], text: plain };
    });
  });
  const flat = leaves.flatMap((each) => each ?? [undefined]);
  return flat.every((leaf) => leaf !== undefined) ? flat : undefined;
}

/** An item's name with its index, so that sorting by name sorts by index. */
function item(index: number): string {
  return `rdf:li 10${index === 0 ? "" : `${String(index - 1).length}${index - 1}`}`;
}

/** A text of a packet, with the names of the elements around it; the name of a list's item ends with its index. */
interface XmpLeaf {
  readonly path: readonly string[];
  readonly text: string;
  readonly language?: string;
}

const open = [
  "<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?>",
  "<x:xmpmeta xmlns:x='adobe:ns:meta/'>",
  "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
];
/** Padding for a longer text, as the specification recommends (XMP, part 1, 7.3.2). */
const padding = new Array<string>(24).fill(" ".repeat(100));
const close = ["</rdf:RDF>", "</x:xmpmeta>", ...padding, "<?xpacket end='w'?>"];
const description = "rdf:Description";

/**
 * A packet in the layout of ExifTool, byte for byte: sorted names, and a description for each namespace, which also
 * declares the namespaces of its structures.
 *
 * @param uris The namespace of each prefix.
 */
function serialize(leaves: readonly XmpLeaf[], uris: ReadonlyMap<string, string>): string {
  const joined = (leaf: XmpLeaf) => leaf.path.join("/");
  const sorted = leaves.toSorted((a, b) => (joined(a) < joined(b) ? -1 : 1));
  const lines = [...open];
  let around: readonly string[] = [];
  let declared: ReadonlySet<string> = new Set();
  for (const [i, leaf] of sorted.entries()) {
    const path = [description, ...leaf.path];
    const isNew = prefixesOf(leaf.path).some((prefix) => !declared.has(prefix));
    const kept = isNew ? 0 : sharedDepth(around, path);
    lines.push(...closing(around, kept));
    around = around.slice(0, kept);
    if (isNew) {
      declared = prefixesFrom(sorted.slice(i));
      lines.push("", ...opening(declared, uris));
      around = [description];
    }
    for (let depth = around.length; depth < path.length - 1; depth++) {
      const isStructure = !path[depth + 1].startsWith("rdf:");
      lines.push(`${indent(depth)}<${nameOf(path[depth])}${isStructure ? " rdf:parseType='Resource'" : ""}>`);
    }
    lines.push(indent(path.length - 1) + element(leaf));
    around = path.slice(0, -1);
  }
  return [...lines, ...closing(around, 0), ...close].join("\n");
}

/**
 * The prefixes of a description that begins with the first leaf: those of that leaf and of all that share the
 * description.
 */
function prefixesFrom([first, ...rest]: readonly XmpLeaf[]): ReadonlySet<string> {
  const found = new Set(prefixesOf(first.path));
  for (const leaf of rest) {
    const own = prefixesOf(leaf.path);
    if (!found.has(own[0])) break;
    for (const prefix of own) found.add(prefix);
  }
  return found;
}

function prefixesOf(path: readonly string[]): string[] {
  return path.map((name) => name.slice(0, name.indexOf(":"))).filter((prefix) => prefix !== "rdf");
}

function opening(prefixes: ReadonlySet<string>, uris: ReadonlyMap<string, string>): string[] {
  const declarations = [...prefixes].sort().map((prefix) => `  xmlns:${prefix}='${uris.get(prefix)}'`);
  const [last] = declarations.splice(-1);
  return [` <${description} rdf:about=''`, ...declarations, `${last}>`];
}

function closing(around: readonly string[], kept: number): string[] {
  const names = around.slice(kept).map((name, i) => `${indent(kept + i)}</${nameOf(name)}>`);
  return names.reverse();
}

function element({ path, text, language }: XmpLeaf): string {
  const name = nameOf(path[path.length - 1]);
  const attribute = language === undefined ? "" : ` xml:lang='${language}'`;
  return text === "" ? `<${name}${attribute}/>` : `<${name}${attribute}>${escapeXml(text)}</${name}>`;
}

function sharedDepth(around: readonly string[], path: readonly string[]): number {
  const differs = around.findIndex((name, i) => name !== path[i]);
  return differs < 0 ? around.length : differs;
}

function nameOf(name: string): string {
  return name.replace(/ .*/, "");
}

function indent(depth: number): string {
  return " ".repeat(depth + 1);
}

const characters: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => characters[character]);
}
