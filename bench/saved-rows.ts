import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { today } from "./machine.ts";

/** Appends rows to a file of bench/results, each prefixed with the date and the label. */
export function appendRows(file: URL, head: string, label: string, rows: readonly (readonly string[])[]): void {
  mkdirSync(new URL("./", file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${head}\n`);
  for (const cells of rows)
    appendFileSync(
      file,
      `${[today(), label.replaceAll(",", ";"), ...cells.map((cell) => cell.replaceAll(",", ";"))].join(",")}\n`,
    );
}
