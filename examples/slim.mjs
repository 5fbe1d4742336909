// Where there is neither perl nor a native addon, as in a small container: node slim.mjs room.jpg a.jpg b.jpg c.jpg
import { createEngine } from "lightwell";

const [output, ...frames] = process.argv.slice(2);
// `kernels: "wasm"` is the default on such a machine: the same bytes, in up to twice the time. WebAssembly has 4
// GB for all pictures that are being made; fewer threads need less.
const engine = createEngine({ kernels: "wasm", workers: 2, memoryBudgetMb: 1024 });
try {
  const { path, report } = await engine.enhance(frames, { output });
  console.log(`${path}, by ${engine.kernels}`);
  // Without perl, metadata that only ExifTool can copy are listed here.
  for (const { code, message } of report.warnings) console.warn(`${code}: ${message}`);
} finally {
  await engine.close();
}
