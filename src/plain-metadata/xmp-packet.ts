import type { PlanValue, RewritePlan } from "../stages/metadata/index.ts";

/** Prefix and namespace of the groups of a plan (XMP specification, part 2; IPTC Extension; Photo Sphere). */
const namespaces: Readonly<Record<string, readonly [prefix: string, uri: string]>> = {
  "XMP-dc": ["dc", "http://purl.org/dc/elements/1.1/"],
  "XMP-xmp": ["xmp", "http://ns.adobe.com/xap/1.0/"],
  "XMP-xmpRights": ["xmpRights", "http://ns.adobe.com/xap/1.0/rights/"],
  "XMP-photoshop": ["photoshop", "http://ns.adobe.com/photoshop/1.0/"],
  "XMP-iptcExt": ["Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"],
  "XMP-xmpMM": ["xmpMM", "http://ns.adobe.com/xap/1.0/mm/"],
  "XMP-GPano": ["GPano", "http://ns.google.com/photos/1.0/panorama/"],
};
/** Structures of where a picture comes from: their list, and the prefix and namespace of their fields. */
const structures: Readonly<Record<string, readonly [list: string | undefined, prefix: string, uri: string]>> = {
  "xmpMM:History": ["rdf:Seq", "stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"],
  "xmpMM:DerivedFrom": [undefined, "stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"],
  "xmpMM:Ingredients": ["rdf:Bag", "stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"],
};

/** Properties that hold text in a language, and those that hold a list in order. */
const languageTexts = new Set(["dc:description", "dc:rights", "xmpRights:UsageTerms"]);
const orderedLists = new Set(["dc:creator"]);

/** The XMP of a plan as a packet (XMP specification, part 1, 7); `undefined` where it has none. */
export function xmpPacket({ assignments }: RewritePlan): string | undefined {
  const properties: string[] = [];
  const declared = new Set<string>();
  for (const { tag, values } of assignments) {
    const [group, name] = tag.split(":");
    const namespace = namespaces[group];
    if (!namespace) continue;
    const [prefix, uri] = namespace;
    declared.add(`xmlns:${prefix}="${uri}"`);
    const qualified = `${prefix}:${prefix === "dc" ? lowerFirst(name) : name}`;
    const structure = structures[qualified];
    if (structure) declared.add(`xmlns:${structure[1]}="${structure[2]}"`);
    const texts = values.filter((value) => typeof value === "string");
    properties.push(structure ? structured(qualified, values) : property(qualified, texts));
  }
  if (properties.length === 0) return undefined;
  const open = `<rdf:Description rdf:about="" ${[...declared].join(" ")}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `${open}${properties.join("")}</rdf:Description>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join("");
}

function structured(name: string, values: readonly PlanValue[]): string {
  const [list, prefix] = structures[name];
  const contents = values.map((value) =>
    Object.entries(value)
      .map(([field, text]) => element(`${prefix}:${lowerFirst(field)}`, escapeXml(String(text))))
      .join(""),
  );
  const resource = ' rdf:parseType="Resource"';
  if (list === undefined) return `<${name}${resource}>${contents[0]}</${name}>`;
  return element(name, element(list, contents.map((content) => `<rdf:li${resource}>${content}</rdf:li>`).join("")));
}

function property(name: string, values: readonly string[]): string {
  if (languageTexts.has(name))
    return element(name, element("rdf:Alt", `<rdf:li xml:lang="x-default">${escapeXml(values.join("; "))}</rdf:li>`));
  if (orderedLists.has(name)) {
    const items = values.map((value) => element("rdf:li", escapeXml(value)));
    return element(name, element("rdf:Seq", items.join("")));
  }
  return element(name, escapeXml(values[0]));
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
