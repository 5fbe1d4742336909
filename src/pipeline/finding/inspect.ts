import type { Format } from "../../codecs/index.ts";
import { EngineError, type Warning, wrapError } from "../../errors/index.ts";
import {
  emptyPhoto,
  ev100,
  type IntegerImage,
  type Orientation,
  type Photo,
  type PixelMemory,
  PixelPool,
  swapsAxes,
  turnInto,
} from "../../image/index.ts";
import { type Detect360OptionsInput, detect360 } from "../../stages/detect360/index.ts";
import { describePhoto, type TagRecord } from "../../stages/metadata/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import type { InputFile } from "../disk/index.ts";
import type { TaskOutput } from "../tasks.ts";
import { remembered, type Tools } from "../tools.ts";
import { type Headers, recallHeaders, withSidecars } from "./headers.ts";

/** The report of `inspect` about one file. Sizes are as displayed; absent fields are unknown. */
export interface Inspection {
  /** The source, by its name: the path as given, or the name of bytes. */
  readonly path: string;
  /** Format, detected from the content, not from the name. */
  readonly format: Format;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Bits per sample, 8 to 32. */
  readonly bitDepth: number;
  /** Name of the colour space, such as `srgb`, or of the embedded profile. */
  readonly colorSpace: string;
  /** EXIF orientation of the stored pixels, 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** What took the photograph. */
  readonly camera: {
    /** Maker of the camera. */
    readonly make?: string;
    /** Model of the camera. */
    readonly model?: string;
    /** Model of the lens. */
    readonly lens?: string;
  };
  /** How it was exposed. */
  readonly exposure: {
    /** Exposure time in seconds. */
    readonly timeS?: number;
    /** Aperture, as the f-number. */
    readonly fNumber?: number;
    /** Sensitivity, ISO. */
    readonly iso?: number;
    /** Exposure compensation set on the camera, in EV. */
    readonly biasEv?: number;
    /** Exposure value at ISO 100 from time, aperture and sensitivity; larger for brighter scenes. */
    readonly ev100?: number;
  };
  /** Capture time in ISO 8601, with sub-second digits and time zone if known. */
  readonly capturedAt?: string;
  /** Whether it is a 360° panorama. */
  readonly is360: {
    /** Whether it is treated as one. */
    readonly is360: boolean;
    /** Confidence, 0 to 1. */
    readonly confidence: number;
    /** Evidence for and against, in plain words. */
    readonly evidence: readonly string[];
  };
  /** Whether the metadata contain a location. */
  readonly hasLocation: boolean;
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
}

/** An inspected file, as the next steps of the pipeline use it. */
export interface InspectedFile {
  readonly file: InputFile;
  /** Tags as read by the metadata tool; empty if it failed. */
  readonly tags: TagRecord;
  readonly photo: Photo;
  /** The inspection, with sizes after `turn`. */
  readonly inspection: Inspection;
  /** How the decoded picture is turned to match the others of its set; absent if it matches. */
  readonly turn?: Orientation;
  /** SHA-256 of the file, hexadecimal, once known. */
  readonly sha256?: string;
}

/** A file that could not be read, and why. */
export interface FailedFile {
  /** The source, by its name: the path as given, or the name of bytes. */
  readonly file: string;
  /** Why: its `kind` says who must act. */
  readonly error: EngineError;
}

/** Minimum longer edge, in pixels, of the small copy for comparing sets and reading rooms. */
export const smallEdgePx = 256;
/** Longer edge in pixels of the picture for 360° detection. */
const previewEdgePx = 512;

/**
 * Starts reading the headers of all files; metadata come from one batch of the tool. `onRead` is called for every
 * file's metadata.
 */
export function readHeaders(
  files: readonly InputFile[],
  tools: Tools,
  signal: AbortSignal,
  onRead: () => void = () => {},
): Headers {
  const own =
    tools.cache === undefined
      ? readAll(files, tools, signal, onRead)
      : recallHeaders(files, tools.cache, (missing) => readAll(missing, tools, signal, onRead), onRead);
  const headers = withSidecars(files, own, tools, signal);
  // A failure is reported where the result is awaited, which is skipped if the other one failed first.
  for (const each of [headers.tags, headers.probes]) each.catch(() => {});
  return headers;
}

function readAll(files: readonly InputFile[], tools: Tools, signal: AbortSignal, onRead: () => void): Headers {
  const paths = files.map(({ path }) => path);
  const looks = new Looks(files.length);
  const probes = mapConcurrently(files, tools.executor.concurrency, async (file, i) => {
    const probed = await tools.executor
      .run("probe", { path: file.path, name: file.name, limits: tools.limits }, signal)
      .catch((thrown) => {
        throwIfCancelled(thrown);
        return wrapError(thrown, "internal", "inspect");
      });
    looks.tell(i, refusalOf(probed, file));
    return probed;
  });
  probes.catch(() => looks.end());
  const tags =
    files.length > 0 ? tools.metadata.read(paths, signal, onRead, (i) => looks.refusals[i]) : Promise.resolve([]);
  return { tags, probes };
}

/**
 * Error of a file that the tool must not read: the tool loads metadata whole, so it only gets pictures with a bounded
 * amount of metadata.
 */
function refusalOf(probed: TaskOutput<"probe"> | EngineError, file: InputFile): EngineError | undefined {
  if (probed instanceof EngineError) return probed;
  const { metadataExcess } = probed.probe;
  if (metadataExcess === undefined) return undefined;
  return new EngineError("limits/memory", `metadata: the file ${metadataExcess}; they are not read`, {
    file: file.name,
  });
}

/** Results for many files, each available as soon as it is known. */
class Looks {
  readonly refusals: readonly Promise<EngineError | undefined>[];
  readonly #tell: ((refusal: EngineError | undefined) => void)[] = [];

  constructor(count: number) {
    this.refusals = Array.from({ length: count }, () => new Promise((resolve) => this.#tell.push(resolve)));
  }

  tell(index: number, refusal: EngineError | undefined): void {
    this.#tell[index](refusal);
  }

  /** Marks the end: no more results follow. */
  end(): void {
    for (const tell of this.#tell) tell(undefined);
  }
}

/**
 * What the headers state about all files, in the order given, with an error instead of each file that fails. A picture
 * whose metadata cannot be read continues without them, with a warning.
 */
export async function inspectFiles(
  files: readonly InputFile[],
  headers: Headers,
  options: Detect360OptionsInput,
  tools: Tools,
  signal: AbortSignal,
): Promise<(InspectedFile | FailedFile)[]> {
  const [tags, probes] = await Promise.all([headers.tags, headers.probes]);
  return mapConcurrently(files, tools.executor.concurrency, async (file, i) => {
    const probed = probes[i];
    if (probed instanceof EngineError) return { file: file.name, error: probed };
    const warnings: Warning[] = [];
    const read = tags[i];
    const photo = photoOf(read, warnings);
    const { format, probe } = probed;
    const is360 = await look360(file, photo, probe, options, warnings, tools, signal);
    const inspection: Inspection = {
      path: file.name,
      format,
      width: probe.width,
      height: probe.height,
      bitDepth: probe.bitDepth,
      colorSpace: probe.colorSpace,
      orientation: photo.orientation,
      camera: {
        ...(photo.camera.make === undefined ? {} : { make: photo.camera.make }),
        ...(photo.camera.model === undefined ? {} : { model: photo.camera.model }),
        ...(photo.lens.model === undefined ? {} : { lens: photo.lens.model }),
      },
      exposure: withEv(photo),
      ...(photo.capturedAt ? { capturedAt: photo.capturedAt.iso } : {}),
      is360,
      hasLocation: photo.hasLocation,
      warnings,
    };
    return { file, tags: read instanceof EngineError ? {} : read, photo, inspection };
  });
}

function photoOf(tags: TagRecord | EngineError, warnings: Warning[]): Photo {
  if (tags instanceof EngineError) {
    warnings.push({ code: "metadata/unreadable", message: tags.message });
    return emptyPhoto;
  }
  const described = describePhoto(tags);
  warnings.push(...described.warnings);
  return described.photo;
}

function withEv(photo: Photo): Inspection["exposure"] {
  const value = ev100(photo.exposure);
  return { ...photo.exposure, ...(value === undefined ? {} : { ev100: Math.round(value * 1000) / 1000 }) };
}

/** Detects a 360° panorama. Pixels are read only if the shape allows a full circle and the headers are inconclusive. */
async function look360(
  file: InputFile,
  photo: Photo,
  size: { readonly width: number; readonly height: number },
  options: Detect360OptionsInput,
  warnings: Warning[],
  tools: Tools,
  signal: AbortSignal,
): Promise<Inspection["is360"]> {
  let preview: IntegerImage | undefined;
  if (size.width === 2 * size.height && photo.panorama?.projection === undefined) {
    preview = await loadThumbnail(file, previewEdgePx, tools, signal).catch((thrown) => {
      throwIfCancelled(thrown);
      return undefined;
    });
  }
  const context = {
    kernels: tools.executor.kernels(signal),
    memory: tools.memory,
    signal,
    warn: (code: Warning["code"], message: string) => warnings.push({ code, message }),
  };
  const input = { photo, width: size.width, height: size.height, ...(preview ? { preview } : {}) };
  const { is360, confidence, evidence } = await detect360(input, options, context);
  return { is360, confidence, evidence };
}

/** A small display-sRGB copy, by shrink-on-load if the format supports it. */
export async function loadThumbnail(
  file: InputFile,
  minEdgePx: number,
  tools: Tools,
  signal: AbortSignal,
): Promise<IntegerImage> {
  const fact = `picture of ${minEdgePx} px, ${tools.kernels.implementation} kernels`;
  return withSharedPixels(
    await remembered(tools.cache, file, fact, async () => {
      const input = { path: file.path, name: file.name, limits: tools.limits, options: {}, minEdgePx };
      const { result } = await tools.executor.run("decode", input, signal);
      return { ...result.image, data: result.image.data.slice() };
    }),
  );
}

/** A copy of the picture, turned as the orientation says. */
export function turnedImage(image: IntegerImage, turn: Orientation, memory: PixelMemory): IntegerImage {
  const { data, width, height } = image;
  const size = swapsAxes(turn) ? { width: height, height: width } : { width, height };
  const target = data instanceof Uint16Array ? memory.u16(data.length) : memory.u8(data.length);
  turnInto<Uint8Array | Uint16Array>(image, turn, target);
  return { ...image, ...size, data: target };
}

/** Pixels in shared memory, as stages need them; pixels from a cache are in this thread's memory. */
function withSharedPixels(image: Omit<IntegerImage, "data"> & { data: Uint8Array | Uint16Array }): IntegerImage {
  const memory = new PixelPool(0);
  const data = image.data instanceof Uint16Array ? memory.u16(image.data.length) : memory.u8(image.data.length);
  data.set(image.data);
  return { ...image, data };
}

function throwIfCancelled(thrown: unknown): void {
  if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
}
