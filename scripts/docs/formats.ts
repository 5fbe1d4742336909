/** A line of docs/FORMATS.md. A test decodes all files that it names. */
export interface FormatRow {
  readonly format: string;
  /** File extensions, for the reader; the engine only looks at content. */
  readonly extensions: string;
  readonly how: string;
  /** Real photographs that the tests decode, below the folder of fixtures next to a checkout. */
  readonly real: readonly string[];
  /** RAW only: cameras whose sensor data (from the camera or a converter) the tests develop. */
  readonly sensors?: string;
  /** Files made by our own writers: names in fixtures/raw, or files in fixtures/standard. */
  readonly made: readonly string[];
  /** Variants that are refused, decoded from the embedded preview, or not tested. */
  readonly limits: string;
}

const sharpHow = "libvips (sharp)";
const librawHow = "LibRaw unpacks, the engine develops";
const ownHow = "the engine unpacks and develops; LibRaw unpacks what is damaged or unusual";

export const standardRows: readonly FormatRow[] = [
  {
    format: "JPEG",
    extensions: ".jpg .jpeg .mpo",
    how: sharpHow,
    real: [
      "standard/sharp/sharp_Landscape_5.jpg",
      "standard/magicknet_CMYK_progressive.jpg",
      "standard/imagesharp_ycck-subsample-1222.jpg",
      "standard/pillow/pillow_frozenpond.mpo",
    ],
    made: [],
    limits:
      "Baseline, progressive, grey, CMYK, YCCK; further pictures of a multi-picture file (gain map, depth) are reported and ignored; 12 bits are refused",
  },
  {
    format: "PNG",
    extensions: ".png",
    how: sharpHow,
    real: ["standard/pillow/pillow_tiff_16bit_RGB_target.png", "standard/sharp/sharp_16-bit-grey-alpha.png"],
    made: [],
    limits:
      "Alpha is flattened on white; of an animation the first frame counts; without a profile the colours are those of cICP, sRGB, or gAMA with cHRM",
  },
  {
    format: "WebP",
    extensions: ".webp",
    how: sharpHow,
    real: ["standard/skia/skia_webp-color-profile-lossy.webp", "standard/skia/skia_webp-color-profile-lossless.webp"],
    made: [],
    limits: "Alpha is flattened on white; of an animation the first frame counts",
  },
  {
    format: "TIFF",
    extensions: ".tif .tiff",
    how: sharpHow,
    real: [
      "standard/pillow/pillow_16bit.deflate.tif",
      "standard/pillow/pillow_tiff_strip_planar_lzw.tiff",
      "standard/pillow/pillow_tiff_strip_cmyk_jpeg.tif",
    ],
    made: [],
    limits:
      "8, 16 and 32-bit floating-point samples, RGB, grey, CMYK, L*a*b*, strips and tiles, LZW, deflate, JPEG, CCITT, BigTIFF; the first page counts; old-style JPEG, Zstandard, tiles of separate planes, samples of 10, 12 and 32-bit integers are refused",
  },
  {
    format: "AVIF",
    extensions: ".avif",
    how: "libheif and dav1d (sharp)",
    real: [
      "heif/avif/hato.profile0.10bpc.yuv420.avif",
      "heif/avif/plum-blossom-small.profile2.12bpc.yuv422.alpha-full.avif",
    ],
    made: [],
    limits: "8, 10 and 12 bits; PQ and HLG are mapped to standard range and reported; sequences are refused",
  },
  {
    format: "HEIC / HEIF / HIF",
    extensions: ".heic .heif .hif",
    how: "libheif and libde265 as WebAssembly (libheif-js)",
    real: ["heif/camera/iphone_7.heic"],
    made: ["gradient-8bit.heic", "gradient-10bit.heic", "gradient-10bit-422.hif"],
    limits:
      "8, 10 and 12 bits, tiles, turns and mirrors, alpha; PQ and HLG are mapped to standard range and reported; gain map and depth are reported and ignored; uncompressed coding and sequences are refused",
  },
  {
    format: "JPEG XL",
    extensions: ".jxl",
    how: "jxl-oxide as WebAssembly (jxl-oxide-wasm)",
    real: [],
    made: ["gradient-8bit.jxl", "gradient-16bit.jxl", "gradient-turned.jxl"],
    limits:
      "8 to 16 bits, lossy and lossless, bare and in containers, turns, profiles, alpha, coded JPEGs; of an animation the first frame counts; floating-point samples and more than four extra channels are refused; EXIF and XMP that are compressed with Brotli are not read",
  },
];

export const rawRows: readonly FormatRow[] = [
  {
    format: "DNG (Adobe, Leica, DJI, phones)",
    extensions: ".dng",
    how: `lossless JPEG: ${ownHow}; others: ${librawHow}; opcodes, crop, levels and matrices by the DNG specification`,
    real: [
      "raw/dng/tinydng_colorchart.dng",
      "raw/dng/adobesdk_05_PGTM2_unsigned8.dng",
      "raw/dng/lg_g4_iso_800.dng",
      "brackets/raw_d5000/sample1.dng",
    ],
    sensors: "Nikon D5000 and Canon EOS Kiss X4 (converted), LG G4",
    made: ["dng uncompressed", "dng packed, big-endian", "dng lossless JPEG in tiles", "dng linear"],
    limits: "Apple ProRAW is a linear DNG; no file of it is at hand",
  },
  {
    format: "DNG, deflated (also floating point)",
    extensions: ".dng",
    how: "own decoder: 16-bit integers, floats of 16, 24 and 32 bits, every predictor",
    real: [],
    made: ["dng deflated integers", "dng deflated floats"],
    limits: "Integers of other depths",
  },
  {
    format: "DNG 1.7 with JPEG XL",
    extensions: ".dng",
    how: "embedded preview",
    real: [],
    made: ["dng JPEG XL"],
    limits: "Refused without a preview of half its width",
  },
  {
    format: "GoPro",
    extensions: ".gpr",
    how: "embedded preview",
    real: [],
    made: ["gpr VC-5"],
    limits: "VC-5 is refused without a preview of half its width",
  },
  {
    format: "Canon CR2, CRW",
    extensions: ".cr2 .crw",
    how: `CR2: ${ownHow}; CRW: ${librawHow}`,
    real: ["raw/cr2/dcraw_IMG_0848.CR2", "raw/crw/RAW_CANON_D30_SRGB.CRW"],
    sensors: "Canon EOS 30D (CR2), EOS D30 (CRW)",
    made: ["cr2 in slices"],
    limits: "sRAW and mRAW are not tested",
  },
  {
    format: "Canon CR3, CRAW",
    extensions: ".cr3",
    how: librawHow,
    real: [],
    made: ["cr3 of an unknown kind"],
    limits:
      "Sensor data are not tested: only a file without them is at hand, which is refused as cut short; an unreadable CR3 is shown by its preview",
  },
  {
    format: "Fujifilm",
    extensions: ".raf",
    how: `${librawHow}; Bayer and X-Trans. The diagonal Super CCD is developed by LibRaw`,
    real: [],
    made: ["raf x-trans", "raf bayer"],
    limits: "Compressed RAF is not tested",
  },
  {
    format: "Hasselblad",
    extensions: ".3fr .fff",
    how: librawHow,
    real: [],
    made: ["3fr", "fff"],
    limits: "Lossless compressed files are not tested",
  },
  {
    format: "Kodak",
    extensions: ".kdc .dcr",
    how: "LibRaw unpacks and develops (tall pixels)",
    real: ["raw/kdc/P003908.KDC"],
    sensors: "Kodak DC120",
    made: [],
    limits: "",
  },
  {
    format: "Leica",
    extensions: ".rwl .dng",
    how: librawHow,
    real: [],
    made: ["rwl"],
    limits: "",
  },
  {
    format: "Nikon",
    extensions: ".nef .nrw",
    how: librawHow,
    real: ["raw/nef/RAW_NIKON_D1.NEF"],
    sensors: "Nikon D1 (uncompressed)",
    made: ["nef uncompressed", "nef lossless", "nrw"],
    limits: "Lossy compressed NEF, and lossless of 14 bits, are not tested",
  },
  {
    format: "Nikon High Efficiency (HE, HE*)",
    extensions: ".nef",
    how: "embedded preview",
    real: [],
    made: ["nef High Efficiency", "nef High Efficiency*"],
    limits: "Refused without a preview of half its width; the coding (JPEG XS) is patented",
  },
  {
    format: "Olympus, OM System",
    extensions: ".orf",
    how: librawHow,
    real: [],
    made: ["orf"],
    limits: "Compressed ORF is not tested",
  },
  {
    format: "Panasonic",
    extensions: ".rw2",
    how: librawHow,
    real: [],
    made: ["rw2"],
    limits: "The codings since 2018 (formats 5 to 8) are not tested",
  },
  {
    format: "Pentax",
    extensions: ".pef",
    how: librawHow,
    real: [],
    made: ["pef"],
    limits: "Compressed PEF is not tested",
  },
  {
    format: "Sigma (Foveon)",
    extensions: ".x3f",
    how: "embedded preview, since the colours are not known; else LibRaw unpacks, the engine develops, with a warning",
    real: [],
    made: ["x3f"],
    limits: "Of the codings only that of the Merrill cameras is tested",
  },
  {
    format: "Sony",
    extensions: ".arw .sr2 .srf",
    how: `lossless: ${ownHow}; others: ${librawHow}; padding to whole tiles is cut off (tag 0x7038)`,
    real: [],
    made: ["arw uncompressed", "arw compressed", "arw lossless with padding", "sr2", "srf"],
    limits: "",
  },
  {
    format: "TIFF-based RAW",
    extensions: ".tif and others",
    how: librawHow,
    real: [],
    made: ["tiff-based"],
    limits: "Where no matrix is known for the camera, the picture says so",
  },
];

/** docs/FORMATS.md. */
export function formatsPage(): string {
  return `${[
    "# Formats",
    "",
    "<!-- Generated by `npm run docs` from scripts/docs/formats.ts; do not edit. -->",
    "",
    "A file is known by its content, never by its name. The tests decode every file that these tables name (test/docs/formats.test.ts): real",
    "photographs from a folder next to the checkout, and files that the project's own writers make (fixtures/raw), whose samples must be decoded unchanged.",
    "",
    "## Standard formats",
    "",
    ...tableOf(standardRows),
    "",
    "## Known, not supported",
    "",
    `${refusedFormats}. Such a file is named in the error \`unsupported/format\`; bytes of no known format are \`input/not-an-image\`.`,
    "",
    "## RAW",
    "",
    ...tableOf(rawRows),
    "",
    "## When the sensor data cannot be read",
    "",
    "A RAW whose sensor data cannot be read, or that is broken or cut short, is shown by its largest embedded preview if that has at least half",
    "the RAW's longer edge. The report then says `source: preview`, and the warning `decode/preview-used` says why. Otherwise there is one error:",
    "`unsupported/variant` names the camera, the coding and the way out (export to JPEG), `input/corrupt` says what is missing.",
    "The sizes that its container declares show whether a file is cut short, and so does data that the decoder expects beyond the file's end.",
    "",
    "## Damaged files, format by format",
    "",
    "Every sample that decodes, cut short at 50 places and with one in a hundred bytes of its data changed, five times scattered and five in one",
    "stretch (`npm run bench -- damage --without heif/`; real AVIF and HEIC, which take long, by",
    "`--only heif/ --cuts 4 --seeds 1`; with three seeds, 2 of 294 changed AVIF were silent). **silent**: a picture that is visibly not the sound one comes without a warning. **false alarms**: sound",
    "samples that are called damaged or cut short. [HOSTILE.md](HOSTILE.md#what-a-damaged-file-says) says what shows damage, and what remains undetected.",
    "",
    ...damageRows,
  ].join("\n")}\n`;
}

/** Lines printed by `bench/damage/run.ts`. */
const damageRows: readonly string[] = [
  "| format | samples | files | damaged copies | silent | false alarms |",
  "|---|---|---:|---:|---:|---:|",
  "| AVIF | real | 50 | 354 | 0 | 0 |",
  "| HEIC | own | 3 | 180 | 0 | 0 |",
  "| HEIC | real | 21 | 126 | 0 | 0 |",
  "| JPEG XL | own | 3 | 180 | 2 | 0 |",
  "| JPEG | real | 51 | 3060 | 1 | 0 |",
  "| PNG | real | 28 | 1680 | 0 | 0 |",
  "| RAW 3fr | own | 1 | 60 | 0 | 0 |",
  "| RAW arw | own | 3 | 180 | 0 | 0 |",
  "| RAW cr2 | real | 1 | 60 | 0 | 0 |",
  "| RAW crw | real | 1 | 60 | 0 | 0 |",
  "| RAW dng (Nikon D5000) | real | 1 | 60 | 0 | 0 |",
  "| RAW dng | own | 6 | 360 | 0 | 0 |",
  "| RAW dng | real | 6 | 360 | 0 | 0 |",
  "| RAW fff | own | 1 | 60 | 0 | 0 |",
  "| RAW kdc | real | 1 | 60 | 0 | 0 |",
  "| RAW nef | own | 2 | 120 | 0 | 0 |",
  "| RAW nef | real | 1 | 60 | 0 | 0 |",
  "| RAW nrw | own | 1 | 60 | 0 | 0 |",
  "| RAW orf | own | 1 | 60 | 0 | 0 |",
  "| RAW pef | own | 1 | 60 | 0 | 0 |",
  "| RAW raf | own | 2 | 120 | 0 | 0 |",
  "| RAW rw2 | own | 1 | 60 | 0 | 0 |",
  "| RAW rwl | own | 1 | 60 | 0 | 0 |",
  "| RAW sr2 | own | 1 | 60 | 0 | 0 |",
  "| RAW srf | own | 1 | 60 | 0 | 0 |",
  "| RAW tiff-based | own | 1 | 60 | 0 | 0 |",
  "| RAW x3f | own | 1 | 60 | 4 | 0 |",
  "| TIFF | real | 27 | 1620 | 12 | 0 |",
  "| WebP | real | 9 | 540 | 1 | 0 |",
];

/** Formats recognised by their first bytes and refused with `unsupported/format` (src/codecs/registry.ts). */
const refusedFormats =
  "GIF, BMP, Photoshop documents (PSD, PSB), JPEG 2000, JPEG XR, OpenEXR, Radiance HDR, PNM (PPM, PGM, PBM, PAM), PFM, GIMP documents, DDS, ICO, PDF, SVG, video (MP4, MOV)";

function tableOf(rows: readonly FormatRow[]): readonly string[] {
  const isRaw = rows === rawRows;
  const sensorTitle = isRaw ? " real sensor data tested |" : "";
  return [
    `| format | endings | how it is decoded | tested with real files |${sensorTitle} tested with our own files | refused or not tested |`,
    `|---|---|---|---|${isRaw ? "---|" : ""}---|---|`,
    ...rows.map(({ format, extensions, how, real, sensors, made, limits }) => {
      const names = real.map((path) => `\`${path.split("/").at(-1)}\``).join(", ");
      const cells = [
        names || "none",
        ...(isRaw ? [sensors ? `yes: ${sensors}` : "no"] : []),
        made.join("; ") || "none",
      ];
      return `| ${format} | ${extensions} | ${how} | ${cells.join(" | ")} | ${limits} |`;
    }),
  ];
}
