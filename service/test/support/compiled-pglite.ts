import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { tieringFlag } from "../../src/database/pglite-session.ts";

/** Node.js has it, the types of Node.js do not. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<unknown>;
}

/**
 * Keeps PGlite's compiled code in each process of the tests, where V8 finds it by its bytes. Every embedded database
 * runs in a separate thread, which otherwise compiles it again: half a second of a processor each time.
 */
const name = Symbol.for("lightwell.compiled-pglite");
const all = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi; [name: symbol]: unknown };
const file = createRequire(import.meta.url).resolve("@electric-sql/pglite/pglite.wasm");
setFlagsFromString(tieringFlag);
all[name] ??= await all.WebAssembly.compile(readFileSync(file));
