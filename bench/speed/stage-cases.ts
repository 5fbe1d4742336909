import { emptyPhoto, type IntegerImage, identityHomography, type Photo } from "../../src/image/index.ts";
import { readPackageData } from "../../src/pipeline/disk/read-file.ts";
import { lens, parseLensDatabase } from "../../src/stages/lens/index.ts";
import { merge } from "../../src/stages/merge/index.ts";
import { perspective } from "../../src/stages/perspective/index.ts";
import { rectify } from "../../src/stages/rectify/index.ts";
import { alignBracket } from "../../test/support/align-bracket.ts";
import { relateAndDeghost, relateFrames } from "../../test/support/related-stages.ts";
import { tone } from "../../test/support/tone.ts";
import type { BenchCase, BenchTools } from "./case.ts";

const signal = new AbortController().signal;
const limits = { maxFileBytes: 2 ** 31, maxPixels: 1e9 };

type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** The first `count` frames of the bracket, decoded on the workers. */
export async function decodeAll({ executor, bracket }: BenchTools, count: number): Promise<Frames> {
  const decoded = bracket.slice(0, count).map((path) => executor.run("decode", { path, limits, options: {} }, signal));
  return (await Promise.all(decoded)).map(({ result }) => result.image) as unknown as Frames;
}

/** Copies parts of a frame to places that differ from frame to frame: things that move, at the frame's exposure. */
function moveThings({ data, width, height }: IntegerImage, k: number): void {
  const [wide, high] = [Math.round(width / 15), Math.round(height / 6)];
  for (const [x, y] of [
    [0.1, 0.2],
    [0.4, 0.5],
    [0.7, 0.3],
  ] as const) {
    const [from, to] = [Math.round(x * width), Math.round((x + 0.03 + 0.04 * k) * width)];
    for (let row = Math.round(y * height); row < Math.round(y * height) + high; row++) {
      const start = (row * width + from) * 3;
      data.copyWithin((row * width + to) * 3, start, start + wide * 3);
    }
  }
}

/** The photograph's metadata as from its EXIF. */
const photo: Photo = {
  ...emptyPhoto,
  camera: { make: "Canon", model: "Canon EOS 6D" },
  lens: { model: "EF17-40mm f/4L USM", focalMm: 17, focal35Mm: 17 },
  exposure: { timeS: 1 / 30, fNumber: 8, iso: 100 },
};

export const stageCases: readonly BenchCase[] = [
  {
    name: "decode 1 JPEG",
    async prepare(tools) {
      const [path] = tools.bracket;
      return {
        run: async () => {
          await tools.executor.run("decode", { path, limits, options: {} }, signal);
        },
      };
    },
  },
  {
    name: "decode 5 JPEGs side by side",
    async prepare(tools) {
      return {
        run: async () => {
          await decodeAll(tools, 5);
        },
      };
    },
  },
  {
    name: "headers of 5 JPEGs",
    async prepare({ executor, bracket }) {
      return {
        run: async () => {
          await Promise.all(bracket.map((path) => executor.run("probe", { path, limits }, signal)));
        },
      };
    },
  },
  {
    name: "thumbnails of 5 JPEGs",
    async prepare({ executor, bracket }) {
      const settings = { limits, edgePx: 512, quality: 80 };
      return {
        run: async () => {
          await Promise.all(bracket.map((path) => executor.run("thumbnail", { path, ...settings }, signal)));
        },
      };
    },
  },
  {
    name: "align 5 frames",
    async prepare(tools) {
      const frames = await decodeAll(tools, 5);
      return {
        run: async () => {
          const { frames: moved } = await alignBracket(frames, [12, 10, 8, 6, 4], {}, tools.context);
          for (const frame of moved) if (!frames.includes(frame)) tools.context.memory.release(frame.data);
        },
      };
    },
  },
  {
    name: "deghost 5 frames that stand still",
    async prepare(tools) {
      const frames = await decodeAll(tools, 5);
      return {
        run: async () => {
          await relateAndDeghost(frames, {}, tools.context);
        },
      };
    },
  },
  {
    name: "deghost 5 frames in which things move",
    async prepare(tools) {
      const frames = await decodeAll(tools, 5);
      for (const [k, frame] of frames.entries()) moveThings(frame, k);
      return {
        run: async () => {
          const { frames: shown, areaCount } = await relateAndDeghost(frames, {}, tools.context);
          if (areaCount === 0) throw new Error("deghost found nothing that moved");
          for (const [k, { data }] of shown.entries()) if (data !== frames[k].data) tools.context.memory.release(data);
        },
      };
    },
  },
  ...(["natural", "mertens"] as const).map((method) => ({
    name: `merge 5 frames (${method})`,
    async prepare(tools: BenchTools) {
      const frames = await decodeAll(tools, 5);
      const { relation } = await relateFrames(frames, tools.context);
      return {
        run: async () => {
          const { image } = await merge({ frames, relation }, { method }, tools.context);
          tools.context.memory.release(image.data);
        },
      };
    },
  })),
  {
    name: "lens profile and rectify",
    async prepare(tools) {
      const [image] = await decodeAll(tools, 1);
      const database = parseLensDatabase(await readPackageData("lensfun.json.br"));
      const { width, height } = image;
      return {
        run: async () => {
          const options = { lensTrustCamera: false };
          const { correction } = await lens(
            { photo, width, height, database, developed: true },
            options,
            tools.context,
          );
          const geometry = { correction, homography: identityHomography };
          const { image: result } = await rectify({ image, ...geometry }, {}, tools.context);
          tools.context.memory.release(result.data);
        },
      };
    },
  },
  {
    name: "perspective estimate",
    async prepare(tools) {
      const [, , image] = await decodeAll(tools, 3);
      return {
        run: async () => {
          await perspective({ image, photo, correction: undefined, is360: false }, {}, tools.context);
        },
      };
    },
  },
  {
    name: "tone",
    async prepare(tools) {
      const [, , image] = await decodeAll(tools, 3);
      return {
        run: async () => {
          const { image: result } = await tone({ image, outputBits: 8 }, {}, tools.context);
          if (result.data !== image.data) tools.context.memory.release(result.data);
        },
      };
    },
  },
  {
    name: "encode JPEG",
    async prepare(tools) {
      const [image] = await decodeAll(tools, 1);
      return {
        run: async () => {
          await tools.executor.run("encode", { image, options: {} }, signal);
        },
      };
    },
  },
];
