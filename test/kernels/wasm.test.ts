import { describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import { declarations } from "../../src/kernels/declarations/index.ts";
import { type Kernel, type KernelName, type KernelSet, selectKernels } from "../../src/kernels/index.ts";
import { type KernelCase, kernelCases } from "../support/kernel-cases/index.ts";
import { mutants } from "../support/kernel-cases/mutate.ts";
import { hasNative } from "../support/kernel-sets.ts";

const cancel = new Int32Array(new SharedArrayBuffer(4));
const names = Object.keys(kernelCases) as KernelName[];
const wasm = selectKernels("wasm");

describe.skipIf(!hasNative)("The WebAssembly kernels", () => {
  const native = selectKernels("native").kernels;

  test.each(names)("%s gives the bytes of the native one, and refuses what that refuses", (name) => {
    const cases: readonly KernelCase<KernelName>[] = kernelCases[name];
    const differences: string[] = [];
    for (const [i, { makeArgs, rows }] of cases.entries()) {
      differences.push(...differencesOf(name, native, makeArgs, 0, rows, "right"));
      const mutated = mutants({ ...makeArgs() }, rows, 200, i + 1);
      for (const { change, args, rowBegin, rowEnd } of mutated) {
        const fresh = () => ({ ...args, ...freshOutputs(name, args) });
        differences.push(...differencesOf(name, native, fresh, rowBegin, rowEnd, change));
      }
    }
    expect(differences).toEqual([]);
  });
});

function differencesOf(
  name: KernelName,
  native: KernelSet,
  makeArgs: () => object,
  rowBegin: number,
  rowEnd: number,
  change: string,
): readonly string[] {
  const [own, theirs] = [makeArgs(), makeArgs()] as [Views, Views];
  const status = run(wasm.kernels[name] as Kernel<object>, own, rowBegin, rowEnd);
  const expected = run(native[name] as Kernel<object>, theirs, rowBegin, rowEnd);
  if (status !== expected) return [`${change}: WebAssembly ${status}, native ${expected}`];
  if (status === "refused") return [];
  return outputsOf(name).flatMap((output) => {
    const found = firstDifference(own[output], theirs[output]);
    return found ? [`${change}: ${output}, ${found}`] : [];
  });
}

function run(kernel: Kernel<object>, args: object, rowBegin: number, rowEnd: number): "done" | "refused" {
  try {
    kernel(args, rowBegin, rowEnd, cancel);
    return "done";
  } catch (error) {
    if (error instanceof EngineError || error instanceof TypeError) return "refused";
    throw error;
  }
}

type Views = Readonly<Record<string, unknown>>;

function outputsOf(name: KernelName): readonly string[] {
  return Object.entries(declarations[name].args).flatMap(([each, arg]) => ("isOutput" in arg ? [each] : []));
}

function freshOutputs(name: KernelName, args: object): Views {
  return Object.fromEntries(outputsOf(name).map((each) => [each, copyOf((args as Views)[each])]));
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value) && value.length < 100) return value.map(copyOf);
  return ArrayBuffer.isView(value) && value.byteLength > 0 ? (value as Uint8Array).slice() : value;
}

/** Numbers that are none are alike, whatever their bits. */
function firstDifference(a: unknown, b: unknown): string | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.map((each, i) => firstDifference(each, b[i])).find((found) => found !== undefined);
  }
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.byteLength === 0) return undefined;
  const [own, theirs] = [a, b] as unknown as readonly [Float32Array, Float32Array];
  const at = own.findIndex((value, i) => !Object.is(value, theirs[i]));
  return at < 0 ? undefined : `sample ${at} is ${own[at]}, native ${theirs[at]}`;
}
