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
import { serialize, type XmpLeaf } from "./xmp-tree.ts";

export interface XmpPacket {
  /** The packet (XMP specification, part 1, 7); empty where there is nothing to say. */
  readonly text: string;
  readonly missing: readonly string[];
}

/** The packet of these assignments, and the tags that have no place here or no value that fits. */
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

/** An item's name with its place, so that names in their order are places in theirs. */
function item(index: number): string {
  return `rdf:li 10${index === 0 ? "" : `${String(index - 1).length}${index - 1}`}`;
}
