import type { Description } from "../../image/index.ts";
import { longest } from "./params.ts";
import { TagReader, type TagRecord, toText } from "./tags.ts";

/**
 * Texts that cameras and editors write into every file. Three-letter codes are Huawei's scene names; `DCIM\…` is DJI's
 * placeholder.
 */
const boilerplate = new RegExp(
  [
    "(?:(?:OLYMPUS|MINOLTA|KONICA MINOLTA|SAMSUNG|PENTAX|VIVITAR|KODAK|POLAROID|YAKUMO|BENQ|JENOPTIK) )?DIGITAL (?:STILL )?CAMERA",
    "SONY DSC|SAMSUNG|EXIF_JPEG_PICTURE|DEFAULT|UNTITLED|<(?:KENOX|DIGIMAX).*>",
    "DCIM\\\\.*|CREATED WITH .*|CREATOR: GD-JPEG.*|BINARY DATA.*|IMAGE DESCRIPTION|DESCRIPTION|CAMERA|DCF 1\\.0|[\\d.]+",
    "\\S+ IMAGE|STITCHED PANORAMA|COPYRIGHT[ ,]*(?:NIKON CORPORATION)?[ ,]*\\d{4}",
    "(?:COF|DAV|SDR|HDR|EDF|MDE|PTR|RBT|NOR|OZNOR|FZNOR)(?:_\\w*)?",
  ].join("|"),
);
const wholeBoilerplate = new RegExp(`^(?:${boilerplate.source})$`, "i");

/**
 * Caption, author and copyright. XMP takes precedence over IPTC, and IPTC over EXIF: the first two are written by
 * people and editors, EXIF's ImageDescription mostly by cameras. Boilerplate counts as absent, so that the next source
 * is used.
 */
export function describeText(tags: TagRecord): Description {
  const reader = new TagReader(tags);
  const model = reader.text("IFD0:Model");
  const find = (maxLength: number, ...keys: string[]) =>
    reader.first(keys, (value) => {
      const text = toText(value, maxLength);
      const isEmpty = text === undefined || wholeBoilerplate.test(text) || text === model;
      return isEmpty ? undefined : text;
    });
  const caption = find(
    longest.caption,
    "XMP-dc:Description",
    "IPTC:Caption-Abstract",
    "IFD0:ImageDescription",
    "IFD0:XPComment",
    "PNG:Description",
  );
  const author = find(longest.name, "XMP-dc:Creator", "IPTC:By-line", "IFD0:Artist", "IFD0:XPAuthor");
  const copyright = find(longest.name, "XMP-dc:Rights", "IPTC:CopyrightNotice", "IFD0:Copyright", "PNG:Copyright");
  return {
    ...(caption !== undefined && { caption }),
    ...(author !== undefined && { author }),
    ...(copyright !== undefined && { copyright }),
  };
}
