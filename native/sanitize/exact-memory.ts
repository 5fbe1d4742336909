import { PixelPool } from "../../src/image/index.ts";
import { selectKernels } from "../../src/kernels/index.ts";

// Views that lie side by side in a large buffer hide a step too far from a sanitizer: here each has a buffer of its own
// that ends with it.
Object.assign(PixelPool.prototype, {
  u8: (length: number) => new Uint8Array(new SharedArrayBuffer(length)),
  u16: (length: number) => new Uint16Array(new SharedArrayBuffer(length * 2)),
  f32: (length: number) => new Float32Array(new SharedArrayBuffer(length * 4)),
  release: () => undefined,
});

const { implementation, reason } = selectKernels();
if (implementation !== "native") throw new Error(`the sanitized addon did not load: ${reason}`);
