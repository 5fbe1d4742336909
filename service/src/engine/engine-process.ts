import { readFile, writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import {
  createTrialEngine,
  type Engine,
  EngineError,
  type EngineOptions,
  type EnhanceOptions,
  type Report,
  type SummarizedSource,
  type TrialEngine,
} from "lightwell";
import type {
  CallResults,
  CheckResult,
  EngineCall,
  FromProcess,
  Summaries,
  SummarizeResult,
  ToProcess,
  TrialCall,
} from "./calls.ts";
import { OpenTrials } from "./open-trials.ts";
import { factsOf } from "./photo-facts.ts";
import { previewLimits, render } from "./rendition.ts";

/** Entry of a child process: an engine behind messages. It ends with its parent. */
let settings: EngineOptions | undefined;
let opened: { readonly engine: TrialEngine; readonly trials: OpenTrials } | undefined;

process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToProcess) => {
  if (message.type === "start") {
    // If engine and HTTP server both need the processor, the server has priority.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    settings = message.engine;
  } else {
    void answer(message.id, message.call);
  }
});

const unknown = { code: "internal", kind: "internal" } as const;
/** Libraries report a full disk only in the text of their message. */
const diskFull = { code: "ENOSPC", kind: "io" } as const;

async function answer(id: number, call: EngineCall): Promise<void> {
  try {
    tell({ type: "result", id, result: await perform(call) });
  } catch (error) {
    const known = error instanceof EngineError ? error : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const isFull = /ENOSPC|EDQUOT|no space left/i.test(message);
    const { code, kind } = isFull ? diskFull : (known ?? unknown);
    tell({ type: "error", id, code, kind, message: withoutFolders(message, call) });
  }
}

/** Messages for clients name files as the client does, without local paths. */
function withoutFolders(message: string, call: EngineCall): string {
  return pathsOf(call).reduce((text, path) => text.replaceAll(path, basename(path)), message);
}

function pathsOf(call: EngineCall): readonly string[] {
  if (call.kind === "render") return [call.input, call.output, ...(call.developed ? [call.developed] : [])];
  return call.kind === "house" ? call.sets.flat() : call.files;
}

async function perform(call: EngineCall): Promise<CallResults[keyof CallResults]> {
  if (call.kind === "render") {
    const { input, developed, output, rendition } = call;
    if (developed !== undefined) await openEngine().engine.develop(input, { output: developed });
    return render(developed ?? input, output, rendition);
  }
  const { engine, trials } = openEngine();
  if (call.kind === "inspect") return factsOf(await engine.inspect(call.files[0]));
  if (call.kind === "summarize") return summarize(engine, call);
  if (call.kind === "house") {
    const sets = await Promise.all(call.sets.map((files) => sourcesOf(files, call.summaries)));
    return engine.readHouse(sets, call.options);
  }
  if (call.kind === "group") {
    const { groups, failed } = await engine.group(await sourcesOf(call.files, call.summaries), call.options);
    return {
      groups: groups.map(({ files, twins, reasons, confidence }) => ({
        files: [...files, ...twins],
        reasons,
        confidence,
      })),
      failed: failed.map(({ file, error }) => ({ file, message: error.message })),
    };
  }
  return call.kind === "trial" ? tryOptions(engine, trials, call) : enhance(engine, call);
}

async function tryOptions(engine: Engine, trials: OpenTrials, call: TrialCall): Promise<CallResults["trial"]> {
  const { files, options, opening, house, reference, output } = call;
  // What is only merged has few options, and is quick.
  if (!call.enhance) {
    const toMake = { ...call, options: { ...options, check: "off" } } as const;
    if (output !== undefined)
      await withReference(reference, (chosen) => make(engine, { ...toMake, reference: chosen, output }));
    return { wasOpen: false };
  }
  const common = { files, options: opening, ...(house ? { house } : {}) };
  const { made } = await withReference(reference, async (chosen) => {
    const set = { ...common, ...(chosen ? { reference: chosen } : {}) };
    return { wasOpen: trials.has(set), trial: await trials.take(set) };
  });
  const { wasOpen, trial } = made;
  if (output !== undefined) await writeFile(output, await trial.render(options));
  return { wasOpen };
}

/** Each file as its summary, or as its path if it has none. */
function sourcesOf(files: readonly string[], summaries: Summaries): Promise<(string | SummarizedSource)[]> {
  return Promise.all(
    files.map(async (name) => {
      const path = summaries[name];
      if (path === undefined) return name;
      const summary = await readFile(path).catch((error) => {
        throw new EngineError("input/summary", "summary: the summary is gone; give the file itself", {}, error);
      });
      return { name, summary };
    }),
  );
}

async function summarize(engine: Engine, call: EngineCall & { kind: "summarize" }): Promise<SummarizeResult[]> {
  const found = await engine.summarize(call.files);
  return Promise.all(
    found.map(async (file, i) => {
      if ("error" in file) return { code: file.error.code, message: withoutFolders(file.error.message, call) };
      if (file.summary) await writeFile(call.summaries[i], file.summary);
      return { facts: factsOf(file.inspection), isSummarized: file.summary !== undefined };
    }),
  );
}

/** Started by the first call that needs it; a process that only renders never starts it. */
function openEngine() {
  if (!settings) throw new Error("the engine has not been started");
  if (opened) return opened;
  const engine = createTrialEngine(settings);
  opened = { engine, trials: new OpenTrials(engine) };
  return opened;
}

type ToMake = Pick<EngineCall & { kind: "enhance" }, "files" | "enhance" | "options" | "house" | "output"> & {
  readonly reference: string | undefined;
};

/**
 * Runs a call, and again without the reference if the set does not have it as an exposure: a chosen frame may turn out
 * to be a flash frame. `isRefused`: it did.
 */
async function withReference<T>(
  reference: string | undefined,
  run: (reference: string | undefined) => Promise<T>,
): Promise<{ readonly made: T; readonly isRefused: boolean }> {
  try {
    return { made: await run(reference), isRefused: false };
  } catch (error) {
    const isRefused = reference !== undefined && error instanceof EngineError && error.code === "input/reference";
    if (!isRefused) throw error;
    return { made: await run(undefined), isRefused };
  }
}

const refusedReference =
  "reference: the chosen frame is not an exposure of this picture, but a flash frame or a copy; another one was used";

/** Writes the picture, and returns its report. */
async function make(engine: Engine, call: ToMake): Promise<Report> {
  const { house, reference, output } = call;
  const { report } = call.enhance
    ? await engine.enhance(call.files, { ...call.options, house, reference, output })
    : call.files.length > 1
      ? await engine.merge(call.files, { ...mergeOptions(call.options), reference, output })
      : await engine.develop(call.files[0], { output });
  return report;
}

async function enhance(engine: Engine, call: EngineCall & { kind: "enhance" }) {
  const { made: report, isRefused } = await withReference(call.reference, (reference) =>
    make(engine, { ...call, reference }),
  );
  const preview = { format: "jpeg", quality: 85, watermark: false, ...previewLimits } as const;
  const [previewSize, { is360 }] = await Promise.all([
    render(call.output, call.preview, preview),
    engine.inspect(call.files[0]),
  ]);
  const { width, height } = report.result;
  return {
    full: { width, height },
    preview: previewSize,
    isThreesixty: is360.is360,
    warnings: [
      ...report.warnings.map(({ message }) => withoutFolders(message, call)),
      ...(isRefused ? [refusedReference] : []),
    ],
    ...(report.check ? { check: checkOf(report.check) } : {}),
    timingsMs: report.timingsMs,
  };
}

function checkOf({ passed, rung, findings }: NonNullable<Report["check"]>): CheckResult {
  return { passed, rung, findings: findings.map(({ sentence }) => sentence) };
}

/** `merge` has no recipes; of the settings of version 4, only the method applies to it. */
function mergeOptions({ windowPull, recipe, quality }: EnhanceOptions): EnhanceOptions {
  const method = recipe?.startsWith("4") ? "mertens" : undefined;
  return Object.fromEntries(Object.entries({ windowPull, method, quality }).filter(([, value]) => value !== undefined));
}

function tell(message: FromProcess): void {
  process.send?.(message);
}
