import { ConfigError } from "./config.ts";

/**
 * Removes a command's own flag `name` from `flags` and returns its value; undefined if it is absent. Throws
 * `ConfigError`.
 */
export function takeFlag(flags: string[], name: string): string | undefined {
  const at = flags.findIndex((flag) => flag === name || flag.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const [flag] = flags.splice(at, 1);
  const value = flag === name ? flags.splice(at, 1).at(0) : flag.slice(name.length + 1);
  if (!value || value.startsWith("-")) throw new ConfigError(`${name}: expected a value after it, got none`);
  return value;
}
