import { collisionKey, partsOfPath, withSlashes } from "../pipeline/disk/index.ts";

/**
 * The shortest unique end of each path: the bare name in most shoots, `card-2/IMG_0001.JPG` if two folders contain the
 * same names. Keyed by the path as given; parts are joined by `/` on every system.
 */
export function shortLabels(files: readonly string[]): Map<string, string> {
  const parts = new Map(files.map((file) => [file, partsOfPath(file)]));
  const labels = new Map<string, string>();
  let open = [...parts.keys()];
  for (let length = 1; open.length > 0; length++) {
    const byEnd = new Map<string, string[]>();
    for (const file of open) {
      const own = parts.get(file)!;
      const end = own.slice(-length).join("/");
      if (length >= own.length) labels.set(file, end);
      else byEnd.set(end, [...(byEnd.get(end) ?? []), file]);
    }
    open = [];
    for (const [end, sharing] of byEnd) {
      if (sharing.length === 1) labels.set(sharing[0], end);
      else open.push(...sharing);
    }
  }
  return labels;
}

/** A message of the engine with its paths shortened to labels. */
export function withLabels(text: string, labels: ReadonlyMap<string, string>): string {
  let out = text;
  for (const [file, label] of labels) if (out.includes(file)) out = out.replaceAll(file, () => label);
  return out;
}

/**
 * Finds files by their {@link shortLabels} or any end of their path that starts at a folder or at the name. Case and
 * Unicode form are ignored if no file matches exactly; on Windows, so is the kind of slash.
 */
export function finderByEnds(
  files: readonly string[],
  platform = process.platform,
): (end: string) => readonly string[] {
  const [exact, loose] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const file of files) {
    const parts = partsOfPath(file, platform);
    for (let length = 1; length <= parts.length; length++) {
      const end = parts.slice(-length).join("/");
      addTo(exact, end, file);
      addTo(loose, collisionKey(end), file);
    }
  }
  return (end) => {
    const called = withSlashes(end, platform);
    return exact.get(called) ?? loose.get(collisionKey(called)) ?? [];
  };
}

function addTo(lists: Map<string, string[]>, key: string, file: string): void {
  const list = lists.get(key);
  if (list) list.push(file);
  else lists.set(key, [file]);
}

interface Numbered {
  readonly before: string;
  readonly digits: string;
  readonly after: string;
}

/**
 * A compact list of names: a run of numbers as a range (`IMG_0001–0005.JPG`), other names one by one. A run consists of
 * consecutive numbers of equal length in the given order.
 */
export function describeNames(names: readonly string[]): string {
  const parts: string[] = [];
  for (let first = 0; first < names.length; ) {
    let last = first;
    while (last + 1 < names.length && follows(numberOf(names[last]), numberOf(names[last + 1]))) last++;
    const [head, tail] = [numberOf(names[first]), numberOf(names[last])];
    if (last > first && head && tail) parts.push(`${head.before}${head.digits}–${tail.digits}${head.after}`);
    else parts.push(names[first]);
    first = last + 1;
  }
  return parts.join(", ");
}

function follows(a: Numbered | undefined, b: Numbered | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const alike = a.before === b.before && a.after === b.after && a.digits.length === b.digits.length;
  return alike && Number(b.digits) === Number(a.digits) + 1;
}

/** The last run of digits before the extension. */
function numberOf(name: string): Numbered | undefined {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const match = /^(.*?)(\d{1,12})(\D*)$/s.exec(stem);
  return match ? { before: match[1], digits: match[2], after: match[3] + name.slice(stem.length) } : undefined;
}
