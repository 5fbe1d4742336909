import type { RewritePlan } from "../stages/metadata/index.ts";

/** Prefix and namespace of the groups of a plan (XMP specification, part 2; IPTC Extension; Photo Sphere). */
const namespaces: Readonly<Record<string, readonly [prefix: string, uri: string]>> = {
  "XMP-dc": ["dc", "http://purl.org/dc/elements/1.1/"],
  "XMP-xmp": ["xmp", "http://ns.adobe.com/xap/1.0/"],
  "XMP-xmpRights": ["xmpRights", "http://ns.adobe.com/xap/1.0/rights/"],
  "XMP-photoshop": ["photoshop", "http://ns.adobe.com/photoshop/1.0/"],
  "XMP-iptcExt": ["Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"],
  "XMP-GPano": ["GPano", "http://ns.google.com/photos/1.0/panorama/"],
};
const history = {
  group: "XMP-xmpMM:History",
  xmlns: 'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"',
};

/** Properties that hold text in a language, and those that hold a list in order. */
const languageTexts = new Set(["dc:description", "dc:rights", "xmpRights:UsageTerms"]);
const orderedLists = new Set(["dc:creator"]);

/** The XMP of a plan as a packet (XMP specification, part 1, 7); `undefined` where it has none. */
export function xmpPacket({ assignments }: RewritePlan): string | undefined {
  const properties: string[] = [];
  const declared = new Set<string>();
  const events: string[] = [];
  for (const { tag, values } of assignments) {
    if (tag.startsWith(history.group)) {
      events.push(element(`stEvt:${lowerFirst(tag.slice(history.group.length))}`, escapeXml(values[0])));
      continue;
    }
    const [group, name] = tag.split(":");
    const namespace = namespaces[group];
    if (!namespace) continue;
    const [prefix, uri] = namespace;
    declared.add(`xmlns:${prefix}="${uri}"`);
    properties.push(property(`${prefix}:${prefix === "dc" ? lowerFirst(name) : name}`, values));
  }
  if (events.length > 0) {
    declared.add(history.xmlns);
    const event = `<rdf:li rdf:parseType="Resource">${events.join("")}</rdf:li>`;
    properties.push(element("xmpMM:History", element("rdf:Seq", event)));
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
