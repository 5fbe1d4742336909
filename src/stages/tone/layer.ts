import type { Copy, FrameNoise, SceneContent, SmallImage } from "../../ops/index.ts";
import type { ExposurePlan } from "./curves/exposure.ts";
import type { RoomCurve } from "./curves/room-curve.ts";
import type { HouseSetting } from "./house/index.ts";
import type { LookTarget } from "./look/index.ts";
import type { ToneOptions } from "./options.ts";

/** Findings of the white balance. */
interface BalanceFacts {
  /** Factors of R, G and B that correct the picture's overall cast. */
  readonly overall: readonly [number, number, number];
  /** Warm (positive) or cool cast of the surfaces taken as grey: half of log(R/B) of their display values. */
  readonly warmth: number;
  /** Magenta (positive) or green cast: half of log(R·B/G²). */
  readonly tint: number;
  /** Variation of the light's warmth over the picture: standard deviation. */
  readonly warmthSpread: number;
  /** Confidence of the estimate, 0 to 1: the more of the picture shows the light, the higher. */
  readonly confidence: number;
}

/** The brightness curve on display values (monotone, maps 0 to 0), and related values. */
export interface Curves {
  readonly curve: (value: number) => number;
  /** Chroma factor for a base of this display value. */
  readonly chroma: (value: number) => number;
  /** Output for full scale, 0 to 1; less than 1 in rooms. */
  readonly white: number;
  /** Median of {@link TonePlan.open}. */
  readonly median: number;
  /** The two curves that are blended: the one for pictures other than rooms, and the one for rooms. */
  readonly exposure?: ExposurePlan;
  readonly roomCurve?: RoomCurve;
}

/** Input of every layer. */
export interface LayerInput {
  readonly small: SmallImage;
  readonly copy: Copy;
  readonly content: SceneContent;
  readonly options: ToneOptions;
  /** Noise of the full-size picture. */
  readonly noise: FrameNoise | undefined;
  readonly house: HouseSetting | undefined;
  readonly target: LookTarget;
  readonly hasLook: boolean;
  readonly isFused: boolean;
  /** Certainty that it is a room, a dark scene against a bright sky, or a night; 0 to 1. */
  readonly room: number;
  readonly againstSky: number;
  readonly night: number;
}

/** Parameters of the full-size pass; planes have one value for each pixel of the small copy. */
export interface TonePlan {
  /** Factors of R and B (two for each pixel); the factor of G follows from them and keeps the luma of grey. */
  readonly gains: Float32Array;
  readonly balance: BalanceFacts;
  /** Brightness after the white balance, display values; see `brightnessOf`. */
  readonly bright: Float32Array;
  /** The same after the foreground was lifted; the curve is planned from it. */
  readonly open: Float32Array;
  /** Slope at black of the change of light, about 1, applied before the curve. */
  readonly lifts: Float32Array;
  readonly curves: Curves;
  /** Weight of the treatment of rooms, 0 to 1. */
  readonly inRoom: number;
  /** Weight of the treatment of window views for each pixel, 0 to 1. */
  readonly views: Float32Array;
  /** Glare and haze to subtract, a display value. */
  readonly veils: Float32Array;
  /** Contrast that the highlights of a view regain, relative to its brightness; 1 = none. */
  readonly regained: Float32Array;
  /** Chroma factor. */
  readonly vividness: Float32Array;
  /** Spread of the channels (display values) at which half of the colour is removed; 0 = none is removed. */
  readonly neutral: Float32Array;
  /** Slope and offset of the guided filter (two for each pixel). */
  readonly coefficients: Float32Array;
  /** Extra slope of texture, and strength of vibrance; 0 = none. */
  readonly localContrast: number;
  readonly saturation: number;
}

/** Computes planes of a plan from the picture's content and the planes of earlier layers. */
export type Layer = (input: LayerInput, plan: TonePlan) => Partial<TonePlan>;
