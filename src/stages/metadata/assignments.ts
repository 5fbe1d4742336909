/** A text, a list, or an XMP structure with its fields by ExifTool's names. */
export type PlanValue = string | readonly PlanValue[] | { readonly [field: string]: PlanValue };

export interface TagAssignment {
  /** Family-1 group and name, e.g. `XMP-dc:Creator`; in XMP, optionally with a language, `XMP-dc:Title-de`. */
  readonly tag: string;
  /** Unconverted values; several make a list. */
  readonly values: readonly PlanValue[];
}

/** Collects the metadata of a result. */
export class AssignmentList {
  readonly assignments: TagAssignment[] = [];

  /** Skips absent values; assigns nothing if all are absent. */
  add(tag: string, ...values: readonly (PlanValue | number | undefined)[]): void {
    const present = values
      .map((value) => (value === undefined ? "" : typeof value === "number" ? String(value) : value))
      .filter((value) => value !== "");
    if (present.length > 0) this.assignments.push({ tag, values: present });
  }
}

/** The longest prefix of whole characters that fits in `maxBytes`. */
export function truncateUtf8(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
