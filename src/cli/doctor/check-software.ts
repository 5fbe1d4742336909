import { checkLibraries } from "../../codecs/index.ts";
import { wrapError } from "../../errors/index.ts";
import { ExifTool, isPerlMissing } from "../../exiftool/index.ts";
import { type KernelChoice, type SelectedKernels, selectKernels } from "../../kernels/index.ts";
import type { Check } from "./check.ts";

/** As `engines` of package.json has it. */
export const leastNode = [20, 19] as const;

export function checkNode(version: string): Check {
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  const least = leastNode.join(".");
  const isNewEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isNewEnough) return { name: "Node.js", status: "ok", found: `${version} (${least} or newer is needed)` };
  const advice = `Install Node.js ${least} or newer from https://nodejs.org or by your package manager.`;
  return { name: "Node.js", status: "problem", found: `${version} is too old`, advice };
}

/** Which kernels would run, and why not the native ones. */
export function checkKernels(
  wanted: KernelChoice,
  select: (wanted: KernelChoice) => Pick<SelectedKernels, "implementation" | "reason"> = selectKernels,
): Check {
  const name = "Kernels";
  const build = "Install a C++ compiler and python3, then run `npm rebuild lightwell`";
  try {
    const { implementation, reason } = select(wanted);
    if (implementation === "native") return { name, status: "ok", found: "native" };
    if (wanted === "wasm") return { name, status: "ok", found: "WebAssembly, as --kernels asks" };
    const found = `WebAssembly; the native ones do not load: ${reason}`;
    return { name, status: "note", found, advice: `${build}; until then work takes up to twice as long.` };
  } catch (thrown) {
    const { message } = wrapError(thrown, "internal", "kernels");
    return {
      name,
      status: "problem",
      found: `none loads: ${message}`,
      advice: `${build}, or run \`npm install\` again.`,
    };
  }
}

/** A perl that does not run ExifTool is worse than none: files that need it fail. */
export async function checkMetadata(open: () => ExifTool = () => new ExifTool()): Promise<Check> {
  const name = "Metadata";
  if (isPerlMissing()) {
    const found = "no perl for ExifTool: maker notes are not read, and rarer texts are not written";
    const advice = "Install perl, or add it to PATH; lens data of some cameras and rarer metadata need ExifTool.";
    return { name, status: "note", found, advice };
  }
  try {
    const tool = open();
    try {
      return { name, status: "ok", found: `ExifTool ${await tool.version()}` };
    } finally {
      await tool.close();
    }
  } catch (thrown) {
    const { message } = wrapError(thrown, "io/exiftool", "metadata");
    const advice = "Run `npm install` again, without --omit=optional, and check that `perl -v` works.";
    return { name, status: "problem", found: `ExifTool does not run: ${message}`, advice };
  }
}

export function checkDecoders(libraries = checkLibraries()): Check {
  const failed = libraries.filter(({ reason }) => reason !== undefined);
  const listed = (all: typeof libraries) => all.map(({ library, formats }) => `${library} (${formats})`).join(", ");
  if (failed.length === 0) {
    const found = libraries.map(({ library }) => library).join(", ");
    return { name: "Decoders", status: "ok", found };
  }
  const found = `${listed(failed)} not loaded: ${failed.map(({ reason }) => reason).join("; ")}`;
  const advice = "Run `npm install` again, without --omit=optional, on this machine and with this version of Node.js.";
  return { name: "Decoders", status: "problem", found, advice };
}
