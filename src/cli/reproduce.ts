import type { Engine } from "../engine.ts";
import { EngineError, wrapError } from "../errors/index.ts";
import { isRecord } from "../options/index.ts";
import { hashFile, readText } from "../pipeline/disk/index.ts";
import { type Delivered, type Report, reportSchema } from "../pipeline/making/index.ts";
import { enhanceTables } from "../pipeline/options.ts";

/** Outcome of making the picture of a report again. */
interface Reproduction {
  readonly report: Report;
  readonly delivered: Delivered;
  readonly isSame: boolean;
  /** Differences, in sentences; empty if the bytes are the same. */
  readonly differences: readonly string[];
}

const maxBytes = 2 ** 26;

/** Reads a report. Throws `input/report` if the text is not a report of the current schema. */
export async function readReport(path: string): Promise<Report> {
  const text = await readText(path, maxBytes);
  let report: Partial<Report>;
  try {
    report = JSON.parse(text) as Partial<Report>;
  } catch (thrown) {
    throw wrapError(thrown, "input/report", `reproduce: ${path} is not JSON`);
  }
  if (report?.schema !== reportSchema || !isWhole(report)) {
    const came = String(report?.schema ?? report?.software?.name ?? "something else").slice(0, 80);
    throw new EngineError("input/report", `reproduce: expected a report (${reportSchema}), got ${came}`, {
      file: path,
    });
  }
  return report as Report;
}

/** Whether a report has every field that is read from it. Options, house and look are checked when they are used. */
function isWhole({ sources, options, software, result, operations }: Partial<Report>): boolean {
  const areSources =
    Array.isArray(sources) && sources.length > 0 && sources.every((source) => typeof source?.file === "string");
  return areSources && [options, result, software?.versions].every(isRecord) && Array.isArray(operations);
}

/**
 * Makes the picture of a report again from the same files with the same options, and reports differences: photographs,
 * versions, or only the result. Throws what the engine throws.
 */
export async function reproduce(
  report: Report,
  engine: Engine,
  version: string,
  how: { readonly output?: string; readonly signal: AbortSignal },
): Promise<Reproduction> {
  const files = report.sources.map(({ file }) => file);
  const changed = await Promise.all(
    report.sources.map(async ({ file, sha256 }) => {
      const found = await hashFile(file, how.signal);
      if (found === undefined)
        throw new EngineError("io/read", `reproduce: the photograph ${file} cannot be read`, { file });
      return found === sha256 ? [] : [`${file} has changed`];
    }),
  );
  const { output, signal } = how;
  const input = { ...optionsOfReport(report), signal, ...(output === undefined ? {} : { output }) };
  const delivered = await makeAgain(report, engine, files, input);
  const isSame = delivered.report.result.sha256 === report.result.sha256;
  const differences = [...changed.flat(), ...versionDifferences(report, delivered.report, version)];
  if (!isSame) differences.push(...resultDifferences(report, delivered.report));
  return { report, delivered, isSame, differences: isSame ? [] : differences };
}

const optionNames = new Set(Object.values(enhanceTables).flatMap((table) => Object.keys(table)));

/**
 * The options of a report as one record, without `overwrite`. A report may be untrusted, so only options of the tables
 * are allowed, not an output, for example. Throws `options/unknown`.
 */
export function optionsOfReport(report: Report): Record<string, unknown> {
  const { overwrite, ...options } = Object.assign({}, ...Object.values(report.options)) as Record<string, unknown>;
  for (const name of Object.keys(options))
    if (!optionNames.has(name))
      throw new EngineError("options/unknown", `the report has an option that this version does not know: ${name}`);
  return options;
}

/** The option `reference` of a report, if its caller chose one; `files` are the report's sources, in the same order. */
export function referenceOfReport({ set, sources }: Report, files: readonly string[]): { readonly reference?: string } {
  const at = set?.isReferenceChosen === true ? sources.findIndex(({ file }) => file === set.reference) : -1;
  return at < 0 ? {} : { reference: files[at] };
}

function makeAgain(report: Report, engine: Engine, files: readonly string[], given: object): Promise<Delivered> {
  const input = { ...given, ...referenceOfReport(report, files) };
  if (report.call === "merge") return engine.merge(files, input);
  if (report.call === "develop") return engine.develop(files[0], given);
  const { house, look } = report;
  return engine.enhance(files, { ...input, ...(house ? { house } : {}), ...(look ? { look } : {}) });
}

function versionDifferences(then: Report, now: Report, version: string): string[] {
  const lines =
    then.software.version === version ? [] : [`lightwell is version ${version}, it was ${then.software.version}`];
  for (const [name, was] of Object.entries(then.software.versions)) {
    const is = now.software.versions[name];
    if (is !== was) lines.push(`${name} is ${is ?? "missing"}, it was ${was}`);
  }
  return lines;
}

function resultDifferences(then: Report, now: Report): string[] {
  const facts = (["width", "height", "bitDepth", "format"] as const).filter(
    (name) => then.result[name] !== now.result[name],
  );
  const lines = facts.map((name) => `the ${name} is ${now.result[name]}, it was ${then.result[name]}`);
  const operations = now.operations.join("; ");
  if (operations !== then.operations.join("; ")) lines.push(`the operations are now: ${operations}`);
  return [...lines, "the bytes of the picture differ"];
}
