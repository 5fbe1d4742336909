// Runs node-gyp, which builds the addon.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Builds what has changed below the binding.gyp of a folder; returns the problem if that fails. npm's environment names
 * its node-gyp.
 */
export function buildAddon(directory, env = process.env) {
  const gyp = process.env.npm_config_node_gyp;
  if (!gyp || !existsSync(gyp)) return "node-gyp was not found; run it by npm: `npm run kernels:native`";
  const args = [gyp, "configure", "build", "--directory", directory, "--jobs", "max", "--loglevel", "error"];
  // Node's headers, if installed next to it, save a download.
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, "include", "node", "node_api.h"))) args.push(`--nodedir=${prefix}`);
  const result = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 10 * 60_000, env });
  if (result.error) return result.error.message;
  if (result.status !== 0) return firstReason(result.stdout + result.stderr);
  return undefined;
}

function firstReason(output) {
  const line = output.split("\n").find((text) => /error|not found|could not/i.test(text)) ?? "node-gyp failed";
  return line
    .replace(/^gyp ERR! (stack )?/, "")
    .trim()
    .slice(0, 160);
}
