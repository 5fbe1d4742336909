import { EngineError } from "../../errors/index.ts";
import { sceneClasses, sceneKinds, sceneLights } from "../../ops/index.ts";

/** A convolution of the network, or the mean over the picture. A tensor has the name of the layer that makes it. */
export type Layer = Convolution | Mean;

interface Reading {
  readonly name: string;
  /** Tensor that it reads; "input" is the picture. */
  readonly fine: string;
}

export interface Mean extends Reading {
  readonly side: 0;
}

export interface Convolution extends Reading {
  readonly side: 1 | 3;
  readonly stride: 1 | 2;
  /** Number of output channels. */
  readonly out: number;
  /** A coarser tensor, which is enlarged and appended to the fine one. */
  readonly coarse?: string;
  readonly shift: number;
  readonly zero: number;
  readonly weights: Int8Array<SharedArrayBuffer>;
  readonly bias: Int32Array<SharedArrayBuffer>;
  readonly factors: Int32Array<SharedArrayBuffer>;
}

/** A trained network in integers; see bench/scene/training/export.py. */
export interface SceneModel {
  /** Longer edge of the input, in pixels. Both edges are rounded to multiples of `sideStep`. */
  readonly edgePx: number;
  readonly sideStep: number;
  /** Step of the logit for each unit of the heads' bytes, and the byte of logit 0. */
  readonly logitStep: number;
  readonly logitZero: number;
  readonly layers: readonly Layer[];
}

/** Channels of the network's input. */
export const inputChannels = ["red", "green", "blue", "height in the picture", "scene light"].length;

/** Planes of the head "planes": one for each class, and paint. */
const planeCount = sceneClasses.length + 1;

interface Header extends Omit<SceneModel, "layers"> {
  readonly version: number;
  readonly classes: readonly string[];
  readonly kinds: readonly string[];
  readonly lights: readonly string[];
  readonly layers: readonly (Omit<Convolution, "weights" | "bias" | "factors"> | Mean)[];
}

/**
 * Reads a model file: "LWSM", the header's length (uint32), the header (JSON), then for each convolution its weights
 * (int8, out × taps × channels, padded to whole words), biases and factors (int32, out each), all little endian. Throws
 * `internal` if the file is not a model of this package.
 */
export function parseSceneModel(bytes: Uint8Array): SceneModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, false) !== 0x4c57534d) throw damaged("it does not begin as one");
  let at = 8 + view.getUint32(4, true);
  if (at > bytes.length) throw damaged("it ends within its header");
  const header = readHeader(bytes.subarray(8, at));
  const names = [header.classes, header.kinds, header.lights].join();
  if (header.version !== 1 || names !== [sceneClasses, sceneKinds, sceneLights].join())
    throw damaged("it is of another version");
  const take = <View>(count: number, size: number, make: (buffer: SharedArrayBuffer) => View): View => {
    const length = 4 * Math.ceil((count * size) / 4);
    if (at + length > bytes.length) throw damaged("it ends within its weights");
    const buffer = new SharedArrayBuffer(length);
    new Uint8Array(buffer).set(bytes.subarray(at, at + length));
    at += length;
    return make(buffer);
  };
  const channels = new Map([["input", inputChannels]]);
  const channelsOf = (tensor: string) => {
    const found = channels.get(tensor);
    if (found === undefined) throw damaged(`nothing makes the tensor ${tensor}`);
    return found;
  };
  const layers = header.layers.map((layer): Layer => {
    const fine = channelsOf(layer.fine);
    if (layer.side === 0) {
      channels.set(layer.name, fine);
      return layer;
    }
    const { out, side, coarse } = layer;
    const inputs = fine + (coarse === undefined ? 0 : channelsOf(coarse));
    channels.set(layer.name, out);
    const count = out * side * side * inputs;
    return {
      ...layer,
      weights: take(count, 1, (buffer) => new Int8Array(buffer, 0, count)),
      bias: take(out, 4, (buffer) => new Int32Array(buffer)),
      factors: take(out, 4, (buffer) => new Int32Array(buffer)),
    };
  });
  const heads = [channelsOf("planes"), channelsOf("kind")].join();
  if (heads !== [planeCount, sceneKinds.length + sceneLights.length].join())
    throw damaged("its heads are of another kind");
  return { ...header, layers };
}

function readHeader(bytes: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Header;
  } catch {
    throw damaged("its header cannot be read");
  }
}

function damaged(why: string): EngineError {
  return new EngineError(
    "internal",
    `scene: expected a scene model of this package, but ${why}; install the package again`,
  );
}
