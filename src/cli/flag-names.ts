import type { EngineError } from "../errors/index.ts";
import { engineOptions, enhanceTables } from "../pipeline/options.ts";
import { flagName } from "./flags.ts";

/** Options whose names cannot be mistaken for words: these have a capital within. */
const optionNames = new Set(
  [...Object.values(enhanceTables), engineOptions].flatMap((table) => Object.keys(table)).filter(isCompound),
);

function isCompound(name: string): boolean {
  return /[A-Z]/.test(name);
}

/** An identifier that is not a part of a path or a file name. */
const identifier = /(?<![\w/\\.-])[a-z]\w*(?![\w/\\-]|\.\w)/g;

/** What the engine says, with flags in the place of the library's options. */
export function withFlagNames(text: string): string {
  return text
    .replace(/(?<![\w/\\])\w+ \((--[\w-]+)\)/g, "$1")
    .replace(identifier, (word) => (optionNames.has(word) ? `--${flagName(word)}` : word));
}

/** The message of an error, which begins with the flag where one is at fault. */
export function messageInFlags({ kind, message, context }: EngineError): string {
  // A file with options has them by the library's names.
  if (kind === "options" && typeof context["file"] === "string") return message;
  const text = withFlagNames(message);
  const option = context["option"];
  if (kind !== "options" || typeof option !== "string") return text.replace(/^engine: /, "");
  const flag = `--${flagName(option.replace(/^-+/, ""))}`;
  const [, fault = text] = /^\w+: (.*)$/s.exec(text) ?? [];
  if (fault.startsWith(`${option} must be`)) return flag + fault.slice(option.length);
  return fault === text || fault.includes(flag) ? fault : `${flag}: ${fault}`;
}
