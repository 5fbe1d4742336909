import type { Shot } from "./shot.ts";

/**
 * What editors add to the name of one more rendition of a file: a number ("-2", "_3", " (2)"), an exposure ("(+3.3)",
 * "-2EV", "_+1"), or "copy", "edit", "virtual copy".
 */
const renditionMark =
  /(?:[\s_-]*\(?[+-]?\d{1,2}(?:[.,]\d{1,2})?\s*(?:ev)?\)?|[\s_-]*(?:virtual\s+)?(?:copy|edit)(?:\s+\d{1,2})?){1,2}$/;

/** Whether the names say that two files are renditions of one: the same, or with such a mark added. */
export function areNamedAsRenditions(a: Shot, b: Shot): boolean {
  const [x, y] = [a.frame.name, b.frame.name].map((name) => name.toLowerCase().replace(/\.[^./]*$/, ""));
  const [short, long] = x.length <= y.length ? [x, y] : [y, x];
  if (long.startsWith(short) && isMark(long.slice(short.length))) return true;
  const [bareX, bareY] = [x.replace(renditionMark, ""), y.replace(renditionMark, "")];
  return bareX === bareY && bareX !== "" && isMark(x.slice(bareX.length)) && isMark(y.slice(bareY.length));
}

/** A mark that begins with something else than a digit: "IMG_1" and "IMG_12" are two photographs. */
function isMark(text: string): boolean {
  return text === "" || (/^[\s_(+-]/.test(text) && text.replace(renditionMark, "") === "");
}
