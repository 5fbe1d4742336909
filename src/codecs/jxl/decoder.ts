import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EngineError } from "../../errors/index.ts";

/** Result of a call: its value, or an index of the error in the table. */
type Answer = readonly [value: number, error: number, isError: number];

/** The part of WebAssembly's API used here; TypeScript declares it only together with the whole DOM. */
interface WebAssemblyApi {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): readonly { readonly name: string }[];
  };
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

const api = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/** Table of references to JavaScript values. */
interface Table {
  grow(count: number): number;
  get(index: number): unknown;
  set(index: number, value: unknown): void;
}

/** What jxl-oxide-wasm 0.12.5 exports, without its loader, which keeps one instance permanently. */
interface JxlExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly __wbindgen_export_2: Table;
  readonly __wbindgen_start: () => void;
  readonly __wbindgen_malloc: (bytes: number, alignment: number) => number;
  readonly jxlimage_new: () => number;
  readonly jxlimage_feedBytes: (image: number, bytes: number, length: number) => Answer;
  readonly jxlimage_tryInit: (image: number) => Answer;
  readonly jxlimage_is_loading_done: (image: number) => number;
  readonly jxlimage_width: (image: number) => number;
  readonly jxlimage_height: (image: number) => number;
  readonly jxlimage_render: (image: number, frame: number) => Answer;
  readonly renderresult_encodeToPng: (result: number) => readonly [at: number, length: number, ...rest: number[]];
}

/** The frame index that the package uses by default. */
const firstFrame = 0x100000001;

let compiled: object | undefined;

function moduleOf(): object {
  if (compiled) return compiled;
  // The package exports its module only to ES modules.
  const description = createRequire(import.meta.url).resolve("jxl-oxide-wasm/package.json");
  compiled = new api.Module(readFileSync(join(dirname(description), "jxl_oxide_wasm_bg.wasm")));
  return compiled;
}

/** Creates a fresh instance for each picture, so that its memory can be freed. */
function instantiate(): JxlExports {
  const loaded: { exports?: JxlExports } = {};
  const textAt = (at: number, length: number) =>
    Buffer.from(new Uint8Array(loaded.exports!.memory.buffer, at, length)).toString("utf8");
  const known: Readonly<Record<string, (...args: number[]) => unknown>> = {
    __wbindgen_string_new: textAt,
    __wbindgen_throw: (at, length) => {
      throw new Error(textAt(at, length));
    },
    __wbindgen_is_undefined: (value: unknown) => value === undefined,
    __wbindgen_init_externref_table: () => {
      const table = loaded.exports!.__wbindgen_export_2;
      const first = table.grow(4);
      table.set(0, undefined);
      for (const [i, value] of [undefined, null, true, false].entries()) table.set(first + i, value);
    },
  };
  // The other imports query the browser; 0 means none.
  const imports = api.Module.imports(moduleOf());
  const wbg = Object.fromEntries(imports.map(({ name }) => [name, known[name] ?? (() => 0)]));
  loaded.exports = new api.Instance(moduleOf(), { wbg }).exports as JxlExports;
  loaded.exports.__wbindgen_start();
  return loaded.exports;
}

/** Throws if jxl-oxide cannot run on this machine. */
export function loadJxl(): void {
  instantiate();
}

/**
 * Decodes the first frame to the bytes of a PNG with the picture's depth and profile, upright. Throws `input/corrupt`
 * if it cannot be decoded, is truncated or differs in size from its headers.
 */
export function decodeToPng(bytes: Uint8Array, size: { readonly width: number; readonly height: number }): Uint8Array {
  const decoder = instantiate();
  try {
    const image = decoder.jxlimage_new();
    const at = decoder.__wbindgen_malloc(bytes.length, 1);
    new Uint8Array(decoder.memory.buffer, at, bytes.length).set(bytes);
    const take = ([value, error, isError]: Answer) => {
      if (isError) throw new Error(String(decoder.__wbindgen_export_2.get(error)));
      return value;
    };
    take(decoder.jxlimage_feedBytes(image, at, bytes.length));
    const isKnown = take(decoder.jxlimage_tryInit(image)) !== 0;
    if (!isKnown || decoder.jxlimage_is_loading_done(image) === 0) throw new Error("the file is cut short");
    const [width, height] = [decoder.jxlimage_width(image), decoder.jxlimage_height(image)];
    if (width !== size.width || height !== size.height) throw new Error(`the picture has ${width} × ${height} pixels`);
    const [png, length, error, isError] = decoder.renderresult_encodeToPng(
      take(decoder.jxlimage_render(image, firstFrame)),
    );
    take([0, error, isError]);
    return new Uint8Array(decoder.memory.buffer, png, length);
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new EngineError("limits/memory", "decode: JPEG XL: the decoder could not allocate memory", {}, thrown);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new EngineError("input/corrupt", `decode: JPEG XL: ${reason}`, {}, thrown);
  }
}
