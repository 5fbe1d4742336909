import type { CfaPattern, U16 } from "../../image/index.ts";

/**
 * Pixels that opcodes change in place: `samples` interleaved values a pixel, light in proportion to what lies above
 * `pedestal`.
 */
export interface OpcodeFrame {
  readonly data: U16;
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3;
  readonly pedestal: number;
  /** Of a mosaic: where a defect's like neighbours stand. */
  readonly pattern?: CfaPattern;
}
