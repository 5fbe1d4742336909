import { expect, test } from "vitest";
import { withIptcText } from "../../src/exiftool/exiftool-language.ts";

/** As ExifTool gives UTF-8 bytes of text that it takes for Windows-1252. */
const misread = (text: string) => new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));

test.each(["Jörg Müßig", "Łódź", "日本", "it’s “fine” — 5 €"])("%s in UTF-8 without the marker is read", (text) => {
  expect(withIptcText({ "IPTC:By-line": misread(text) })).toEqual({ "IPTC:By-line": text });
});

test("Latin text, marked text and other blocks stay as they are", () => {
  const latin = { "IPTC:By-line": "Jörg Müßig", "IPTC:Keywords": ["Küche", "Bad"], "XMP-dc:Creator": misread("ö") };
  expect(withIptcText(latin)).toEqual(latin);
  const marked = { "IPTC:CodedCharacterSet": "\u001b%G", "IPTC:By-line": misread("ö") };
  expect(withIptcText(marked)).toEqual(marked);
});
