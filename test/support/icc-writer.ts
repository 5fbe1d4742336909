type Triple = readonly [number, number, number];

/** A matrix or grey profile (ICC.1:2001-04 for curves by gamma or table, ICC.1:2022 for parametric ones). */
export interface BuiltProfile {
  readonly name: string;
  readonly space: "RGB " | "GRAY";
  /** Colorants under D50; not for grey. */
  readonly colorants?: { readonly r: Triple; readonly g: Triple; readonly b: Triple };
  /** A gamma, or the parameters of ICC's function 3: gamma, a, b, c, d. */
  readonly curve: number | readonly number[];
}

const D50: Triple = [0.9642, 1, 0.82491];

/** ROMM RGB (ISO 22028-2) with a pure gamma, as in most files. */
export const proPhoto: BuiltProfile = {
  name: "ProPhoto RGB",
  space: "RGB ",
  colorants: { r: [0.7977, 0.288, 0], g: [0.1352, 0.7119, 0], b: [0.0313, 0.0001, 0.8249] },
  curve: 1.8,
};

/** SMPTE EG 432-1 primaries adapted to D50, with sRGB's curve as written by phones. */
export const displayP3: BuiltProfile = {
  name: "Display P3",
  space: "RGB ",
  colorants: { r: [0.5151, 0.2412, -0.0011], g: [0.2919, 0.6922, 0.0419], b: [0.1571, 0.0666, 0.7841] },
  curve: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045],
};

/** Adobe RGB (1998). */
export const adobeRgb: BuiltProfile = {
  name: "Adobe RGB (1998)",
  space: "RGB ",
  colorants: { r: [0.6097, 0.3111, 0.0195], g: [0.2053, 0.6257, 0.0609], b: [0.1492, 0.0632, 0.7446] },
  curve: 2.19921875,
};

export const greyGamma18: BuiltProfile = { name: "Grey gamma 1.8", space: "GRAY", curve: 1.8 };

export function buildProfile({ name, space, colorants, curve }: BuiltProfile): Buffer {
  const trc = curveTag(curve);
  const shared: [string, Buffer][] = [
    ["desc", descriptionTag(name)],
    ["cprt", tag("text", Buffer.from("none\0"))],
    ["wtpt", xyzTag(D50)],
  ];
  const own: [string, Buffer][] = colorants
    ? [
        ["rXYZ", xyzTag(colorants.r)],
        ["gXYZ", xyzTag(colorants.g)],
        ["bXYZ", xyzTag(colorants.b)],
        ["rTRC", trc],
        ["gTRC", trc],
        ["bTRC", trc],
      ]
    : [["kTRC", trc]];
  const tags = [...shared, ...own];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let end = 128 + table.length;
  for (const [i, [signature, body]] of tags.entries()) {
    table.write(signature, 4 + i * 12, "latin1");
    table.writeUInt32BE(end, 8 + i * 12);
    table.writeUInt32BE(body.length, 12 + i * 12);
    end += body.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(end);
  head.writeUInt32BE(typeof curve === "number" ? 0x02100000 : 0x04000000, 8);
  head.write(`mntr${space}XYZ `, 12, "latin1");
  head.write("acsp", 36, "latin1");
  for (const [i, value] of D50.entries()) head.writeInt32BE(fixed(value), 68 + i * 4);
  return Buffer.concat([head, table, ...tags.map(([, body]) => body)]);
}

function tag(type: string, content: Buffer): Buffer {
  const body = Buffer.alloc(Math.ceil((8 + content.length) / 4) * 4);
  body.write(type, "latin1");
  content.copy(body, 8);
  return body;
}

function descriptionTag(text: string): Buffer {
  const content = Buffer.alloc(4 + text.length + 1 + 8 + 3 + 67);
  content.writeUInt32BE(text.length + 1);
  content.write(text, 4, "latin1");
  return tag("desc", content);
}

function xyzTag(xyz: Triple): Buffer {
  return tag("XYZ ", Buffer.concat(xyz.map((value) => int32(fixed(value)))));
}

function curveTag(curve: BuiltProfile["curve"]): Buffer {
  if (typeof curve === "number") {
    return tag(
      "curv",
      Buffer.concat([int32(1), Buffer.from([Math.floor(curve), Math.round((curve % 1) * 256), 0, 0])]),
    );
  }
  return tag("para", Buffer.concat([Buffer.from([0, 3, 0, 0]), ...curve.map((value) => int32(fixed(value)))]));
}

const fixed = (value: number) => Math.round(value * 65_536);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
