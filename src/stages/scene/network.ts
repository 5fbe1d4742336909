import type { U8 } from "../../image/index.ts";
import { percentile, type SmallImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { meanOver } from "./area-means.ts";
import { type Convolution, inputChannels, type SceneModel } from "./model.ts";
import { lightBytes } from "./params.ts";

/** Bytes of one layer, row-major, channels interleaved. */
export interface Tensor {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

/** Output of the network: logits, as the model's header scales them. */
interface NetworkOutput {
  /** One channel for each class, and one for paint. */
  readonly planes: Tensor;
  /** 1 × 1: one channel for each kind of picture, then one for each kind of light. */
  readonly kind: Tensor;
}

/** Runs the network, every layer in integers, so that all machines give the same bytes. */
export async function runNetwork(
  { layers }: SceneModel,
  input: NetworkInput,
  wrapX: boolean,
  context: StageContext,
): Promise<NetworkOutput> {
  const { memory } = context;
  const leased: U8[] = [];
  const lease = (length: number) => {
    const data = memory.u8(length);
    leased.push(data);
    return data;
  };
  try {
    const data = lease(input.data.length);
    data.set(input.data);
    const tensors = new Map<string, Tensor & { readonly data: U8 }>();
    tensors.set("input", { width: input.width, height: input.height, channels: inputChannels, data });
    const tensorOf = (name: string) => tensors.get(name) as Tensor & { readonly data: U8 };
    for (const layer of layers) {
      const fine = tensorOf(layer.fine);
      if (layer.side === 0) {
        const target = lease(fine.channels);
        target.set(meanOf(fine));
        tensors.set(layer.name, { width: 1, height: 1, channels: fine.channels, data: target });
        continue;
      }
      const coarse = layer.coarse === undefined ? undefined : tensorOf(layer.coarse);
      const width = Math.ceil(fine.width / layer.stride);
      const height = Math.ceil(fine.height / layer.stride);
      const target = lease(width * height * layer.out);
      await context.kernels.run("convolve", argsOf(layer, fine, coarse, target, wrapX), height);
      tensors.set(layer.name, { width, height, channels: layer.out, data: target });
    }
    const [planes, kind] = [tensorOf("planes"), tensorOf("kind")];
    return { planes: { ...planes, data: planes.data.slice() }, kind: { ...kind, data: kind.data.slice() } };
  } finally {
    for (const data of leased) memory.release(data);
  }
}

type Leased = Tensor & { readonly data: U8 };

function argsOf(layer: Convolution, fine: Leased, coarse: Leased | undefined, target: U8, wrapX: boolean) {
  const { weights, bias, factors, out, side, stride, shift, zero } = layer;
  return {
    ...{ fine: fine.data, fineWidth: fine.width, fineHeight: fine.height, fineChannels: fine.channels },
    coarse: coarse?.data,
    coarseWidth: coarse?.width,
    coarseHeight: coarse?.height,
    coarseChannels: coarse?.channels,
    ...{ weights, bias, factors, target, outChannels: out, side, stride, shift, zero },
    wrapX: (wrapX ? 1 : 0) as 0 | 1,
  };
}

/** The mean of each channel over the picture, rounded. */
function meanOf({ width, height, channels, data }: Tensor): Uint8Array {
  const sums = new Float64Array(channels);
  for (let i = 0; i < data.length; i++) sums[i % channels] += data[i];
  return Uint8Array.from(sums, (sum) => Math.floor(sum / (width * height) + 0.5));
}

/** Input of the network: bytes, row-major, {@link inputChannels} a pixel. */
interface NetworkInput {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The network's input for a picture: display values of red, green and blue, the height in the picture (0 at the top,
 * 255 at the bottom) and the scene light in 16 units a stop, where 128 is the picture's median and 0 means unknown.
 * `stops` has a value for each pixel of `small`.
 */
export function inputPlanes(small: SmallImage, stops: Float32Array | undefined, model: SceneModel): NetworkInput {
  const { width, height } = networkSize(small, model);
  const colours = meanOver(small.data, 3, small, { width, height });
  const light = stops && meanOver(stops, 1, small, { width, height });
  const median = light ? percentile(light, 0.5) : 0;
  const data = new Uint8Array(width * height * inputChannels);
  for (let i = 0, at = 0; i < width * height; i++, at += inputChannels) {
    for (let c = 0; c < 3; c++) data[at + c] = byteOf(255 * colours[3 * i + c]);
    data[at + 3] = byteOf((255 * Math.floor(i / width)) / Math.max(1, height - 1));
    if (light)
      data[at + 4] = Math.max(lightBytes.least, byteOf(lightBytes.median + lightBytes.perStop * (light[i] - median)));
  }
  return { width, height, data };
}

/** Size of the network's input in pixels: multiples of `sideStep`, with a longer edge of about `edgePx`. */
function networkSize(small: Pick<SmallImage, "width" | "height">, { edgePx, sideStep }: SceneModel) {
  const scale = edgePx / Math.max(small.width, small.height);
  const whole = (side: number) => Math.max(sideStep, Math.round((side * scale) / sideStep) * sideStep);
  return { width: whole(small.width), height: whole(small.height) };
}

function byteOf(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
