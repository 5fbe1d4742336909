import { availableParallelism, tmpdir } from "node:os";
import { packageVersion } from "../../engine.ts";
import { EngineError, wrapError } from "../../errors/index.ts";
import { memoryLimitOf } from "../../open-tools.ts";
import { resolveOptions } from "../../options/index.ts";
import { engineOptions, engineOptionsWithoutCache } from "../../pipeline/options.ts";
import { type Command, jsonFlag } from "../command.ts";
import {
  type Check,
  checkDecoders,
  checkDisk,
  checkKernels,
  checkMemory,
  checkMetadata,
  checkNode,
  checkThreads,
} from "../doctor/checks.ts";
import { checkSelfTest } from "../doctor/self-test.ts";
import { someFailed } from "../failures.ts";
import type { ParsedFlags } from "../flags.ts";
import { printable, table } from "../print.ts";
import { configFlags, configOf, defaultsFrom } from "../with-config.ts";

export const doctorCommand: Command = {
  name: "doctor",
  usage: "[FLAGS]",
  summary: "Checks whether this machine has what lightwell needs, and gives advice",
  tables: { engine: engineOptionsWithoutCache },
  flags: { ...configFlags, json: jsonFlag },
  takesPaths: false,
  async run(flags, streams, signal) {
    const { paths, options, own } = flags;
    if (paths.length > 0) throw new EngineError("options/invalid", `doctor: expected no file, got ${paths.length}`);
    const { defaults, check } = await checkConfig(flags);
    const checks = [...(await runChecks({ ...defaults, ...options }, signal)), ...(check ? [check] : [])];
    const isOk = checks.every(({ status }) => status !== "problem");
    if (own["json"] === true) {
      const { platform, arch } = process;
      streams.out(`${JSON.stringify({ ok: isOk, version: packageVersion, platform, arch, checks }, null, 2)}\n`);
    } else streams.out(screenOf(checks));
    return isOk ? 0 : someFailed;
  },
};

/** A faulty config file stops every other command; doctor reports it as a finding. */
async function checkConfig(flags: ParsedFlags): Promise<{ defaults: Record<string, unknown>; check?: Check }> {
  const name = "Config";
  try {
    const config = await configOf(flags.own);
    if (!config) return { defaults: {} };
    return {
      defaults: defaultsFrom(config, { tables: { engine: engineOptionsWithoutCache } }, flags),
      check: { name, status: "ok", found: config.path },
    };
  } catch (thrown) {
    const advice = "Correct the file, or run with --no-config.";
    return {
      defaults: {},
      check: { name, status: "problem", found: wrapError(thrown, "io/read", name).message, advice },
    };
  }
}

async function runChecks(options: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Check[]> {
  const settings = resolveOptions("engine", engineOptions, options);
  const kernels = checkKernels(settings.kernels);
  const isNative = kernels.found === "native";
  const limitBytes = memoryLimitOf(settings, !isNative);
  const available = availableParallelism();
  const threads = settings.workers || available;
  return [
    checkNode(process.version),
    checkThreads(available, settings.workers),
    kernels,
    checkDecoders(),
    await checkMetadata(),
    checkMemory({ limitBytes, threads, containerBytes: process.constrainedMemory() }),
    await checkDisk("Disk", "."),
    await checkDisk("Temporary", tmpdir(), { isNeeded: true }),
    // Kernels are set explicitly, so that the engine does not repeat on standard error why native ones do not load.
    await checkSelfTest({ ...settings, kernels: isNative ? "native" : "wasm" }, signal),
  ];
}

function screenOf(checks: readonly Check[]): string {
  const rows = checks.map(({ status, name, found }) => [status, name, printable(found)]);
  const advice = checks.flatMap((check) => (check.advice === undefined ? [] : [`${check.name}: ${check.advice}`]));
  const problems = checks.filter(({ status }) => status === "problem").length;
  const verdict =
    problems === 0 ? "Everything that is needed works." : `${problems} of ${checks.length} checks failed.`;
  const head = `lightwell ${packageVersion} on ${process.platform} ${process.arch}`;
  return [head, "", table(rows), "", ...advice.map(printable), verdict, ""].join("\n");
}
