// Builds data/kernels.wasm from the C++ that the addon is built from: `npm run kernels:wasm [-- FILE]`. Installing
// lightwell does not run this. Needs clang, wasm-ld and the C++ headers for WebAssembly, as Debian 12 has them:
// apt-get install clang lld wasi-libc libc++-14-dev-wasm32
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const native = fileURLToPath(new URL("..", import.meta.url));
const module = fileURLToPath(new URL("../../data/kernels.wasm", import.meta.url));

/** Other versions compile to a different file with the same behaviour. */
export const compilerVersion = "14.0.6";

const compilerFlags = [
  "--target=wasm32-wasi",
  "-isystem",
  "/usr/lib/llvm-14/include/wasm32-wasi/c++/v1",
  "-isystem",
  "/usr/include/wasm32-wasi",
  "-std=c++17",
  "-O3",
  "-msimd128",
  "-mbulk-memory",
  "-matomics",
  "-mnontrapping-fptoint",
  "-mmutable-globals",
  "-ffp-contract=off",
  "-fno-math-errno",
  "-fno-trapping-math",
  "-fno-exceptions",
  "-fno-rtti",
  "-fvisibility=hidden",
  "-D_LIBCPP_DISABLE_EXTERN_TEMPLATE",
  "-Wall",
  "-Wextra",
  "-Wno-bitwise-conditional-parentheses",
  "-Wno-pass-failed",
];

/**
 * Maximum memory in bytes: all 64 KB pages that 32 bits address except one, because views of 2^32 bytes cannot be sent
 * to threads.
 */
const maxBytes = 65535 * 65536;
/** Every thread has its own stack; this one, of the module, is never used. */
const linkerFlags = [
  "--no-entry",
  "--import-memory",
  "--shared-memory",
  `--max-memory=${maxBytes}`,
  "-z",
  "stack-size=65536",
  "--export=__stack_pointer",
  "--export=__heap_base",
  "--strip-all",
];

/** The tool that is missing for the build; undefined if none is. */
export function missingTools() {
  const compiler = spawnSync("clang++", ["--version"], { encoding: "utf8" });
  if (compiler.status !== 0 || !compiler.stdout.includes(compilerVersion)) return `clang++ ${compilerVersion}`;
  if (spawnSync("wasm-ld", ["--version"]).status !== 0) return "wasm-ld";
  const probe = spawnSync("clang++", [...compilerFlags, "-fsyntax-only", "-x", "c++", "-"], {
    input: "#include <vector>",
  });
  return probe.status === 0 ? undefined : "wasi-libc, libc++-14-dev-wasm32";
}

/** Every source of the module, in the same order on all machines. */
function sources() {
  const inside = ["kernels", "generated"].flatMap((folder) =>
    readdirSync(native + folder, { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return [...inside, "wasm/runtime.cc"].filter((name) => name.endsWith(".cc")).sort();
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: native, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args.at(-1)}: exit ${code}`))));
  });
}

/** Headers of most sources, precompiled: compiling them a hundred times takes more time than everything else. */
const commonHeaders = ["algorithm", "array", "cmath", "cstddef", "cstdint", "cstring", "limits", "memory", "vector"];

async function compileHeaders(folder) {
  const [header, compiled] = [join(folder, "common.h"), join(folder, "common.pch")];
  writeFileSync(header, commonHeaders.map((name) => `#include <${name}>\n`).join(""));
  await run("clang++", [...compilerFlags, "-x", "c++-header", "-o", compiled, header]);
  return ["-include-pch", compiled];
}

/** Compiles and links all sources. */
export async function buildModule(target) {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-wasm-"));
  try {
    const headers = await compileHeaders(folder);
    const objects = sources().map((source) => ({ source, object: join(folder, `${source.replaceAll("/", "-")}.o`) }));
    const waiting = [...objects];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await run("clang++", [...compilerFlags, ...headers, "-o", next.object, "-c", next.source]);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    await run("wasm-ld", [...linkerFlags, "-o", target, ...objects.map(({ object }) => object)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const missing = missingTools();
  if (missing) {
    console.error(`${basename(module)}: not built, because ${missing} is missing`);
    process.exitCode = 1;
  } else {
    await buildModule(process.argv[2] ?? module);
  }
}
