import type { Copy, FrameNoise, SceneContent, SmallImage } from "../../ops/index.ts";
import type { ExposurePlan } from "./curves/exposure.ts";
import type { RoomCurve } from "./curves/room-curve.ts";
import type { HouseSetting } from "./house/index.ts";
import type { LookTarget } from "./look/index.ts";
import type { ToneOptions } from "./options.ts";

/** What the white balance found. */
interface BalanceFacts {
  /** Factors of R, G, B for the picture's overall cast. */
  readonly overall: readonly [number, number, number];
  /** Warm (positive) or cool cast of the surfaces taken as grey: half of log(R/B) of their display values. */
  readonly warmth: number;
  /** Magenta (positive) or green cast: half of log(R·B/G²). */
  readonly tint: number;
  /** How far the light's warmth differs over the picture: standard deviation. */
  readonly warmthSpread: number;
  /** 0 to 1: how much of the picture speaks for the estimate. */
  readonly confidence: number;
}

/** The curve of brightness on display values (monotone, 0 to 0), and what goes with it. */
export interface Curves {
  readonly curve: (value: number) => number;
  /** Factor of chroma for a base of this display value. */
  readonly chroma: (value: number) => number;
  /** What full scale becomes, 0 to 1: rooms end below it. */
  readonly white: number;
  /** Median of {@link TonePlan.open}. */
  readonly median: number;
  /** What the curve is mixed of: that of pictures that show no room, and that of rooms. */
  readonly exposure?: ExposurePlan;
  readonly roomCurve?: RoomCurve;
}

/** What every layer reads. */
export interface LayerInput {
  readonly small: SmallImage;
  readonly copy: Copy;
  readonly content: SceneContent;
  readonly options: ToneOptions;
  /** Noise of the whole picture's pixels. */
  readonly noise: FrameNoise | undefined;
  readonly house: HouseSetting | undefined;
  readonly target: LookTarget;
  readonly hasLook: boolean;
  readonly isFused: boolean;
  /** How surely it is a room, a dark scene before a bright sky, or a night; 0 to 1. */
  readonly room: number;
  readonly againstSky: number;
  readonly night: number;
}

/** All that the full-size pass does; planes have a value a pixel of the small copy. */
export interface TonePlan {
  /** Factors of R and B (two a pixel); G's keeps grey's luma. */
  readonly gains: Float32Array;
  readonly balance: BalanceFacts;
  /** Brightness after the white balance, display values; see `brightnessOf`. */
  readonly bright: Float32Array;
  /** The same after the foreground alone was lifted: what the curve is planned from. */
  readonly open: Float32Array;
  /** Slope at black of the change of light, about 1; before the curve. */
  readonly lifts: Float32Array;
  readonly curves: Curves;
  /** How much of a room's treatment applies, 0 to 1. */
  readonly inRoom: number;
  /** How surely a pixel looks out of a window and is to be treated so, 0 to 1. */
  readonly views: Float32Array;
  /** Glare and haze that is taken off, a display value. */
  readonly veils: Float32Array;
  /** How much contrast the lights of a view regain, relative to its brightness; 1 = none. */
  readonly regained: Float32Array;
  /** Factor of chroma. */
  readonly vividness: Float32Array;
  /** Spread of the channels (display values) at which half of the colour goes; 0 = none goes. */
  readonly neutral: Float32Array;
  /** The guided filter's slope and offset (two a pixel). */
  readonly coefficients: Float32Array;
  /** Extra slope of texture, and vibrance; 0 = none. */
  readonly localContrast: number;
  readonly saturation: number;
}

/** Makes some planes of a plan from the picture's content and the planes of the layers before it. */
export type Layer = (input: LayerInput, plan: TonePlan) => Partial<TonePlan>;
