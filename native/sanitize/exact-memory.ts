import { PixelPool } from "../../src/image/index.ts";
import { selectKernels } from "../../src/kernels/index.ts";

// In a large buffer shared by several views, a sanitizer does not detect an access just outside a view. Here each view
// has its own buffer of exactly its size.
Object.assign(PixelPool.prototype, {
  u8: (length: number) => new Uint8Array(new SharedArrayBuffer(length)),
  u16: (length: number) => new Uint16Array(new SharedArrayBuffer(length * 2)),
  f32: (length: number) => new Float32Array(new SharedArrayBuffer(length * 4)),
  release: () => undefined,
});

const { implementation, reason } = selectKernels();
if (implementation !== "native") throw new Error(`the sanitized addon did not load: ${reason}`);
