import { spawn } from "node:child_process";
import { once } from "node:events";
import { EngineError } from "../../errors/index.ts";
import { engineOptions } from "../../pipeline/options.ts";
import { createTrialEngine } from "../../trial-engine.ts";
import type { Command } from "../command.ts";
import { counted } from "../print.ts";
import { openFolder } from "../review/find-run.ts";
import { ReviewRun } from "../review/review-run.ts";
import { serve } from "../review/serve.ts";

const { cacheDir: _cacheDir, debugDir: _debugDir, ...settings } = engineOptions;

const maxPort = 65_535;

export const reviewCommand: Command = {
  name: "review",
  usage: "[FLAGS] OUTPUT-DIR",
  summary: "Shows the pictures of a run in the browser, and makes single ones again",
  tables: { engine: settings },
  common: ["port", "open", "workers", "memory-budget"],
  examples: ["lightwell review finished", "lightwell review finished --open"],
  flags: {
    port: {
      type: "string",
      value: "N",
      doc: "Port of the server, which only this machine can reach; 0, the default, selects a free one",
    },
    open: { type: "boolean", doc: "Open the page in the browser" },
  },
  async run({ paths, options, own }, streams, signal) {
    if (paths.length !== 1)
      throw new EngineError("options/invalid", `review: expected one output folder, got ${paths.length}`);
    const port = portOf(own["port"]);
    const folder = await openFolder(paths[0]);
    const engine = createTrialEngine(options);
    try {
      const { count, handlerOf } = await ReviewRun.open(folder, engine, signal);
      const { server, address, ticketAddress } = await serve(handlerOf, port);
      if (!streams.quiet)
        streams.err(
          `${counted(count, "picture")}; to redo one, its report is needed (enhance --report); Ctrl-C ends\n`,
        );
      streams.out(`${address}\n`);
      if (own["open"] === true) openBrowser(ticketAddress(), () => streams.err("no browser could be opened\n"));
      if (!signal.aborted) await once(signal, "abort");
      server.close();
      server.closeAllConnections();
      return 0;
    } finally {
      await engine.close();
    }
  },
};

function portOf(value: string | boolean | undefined): number {
  if (value === undefined) return 0;
  const port = Number(value);
  if (typeof value === "string" && /^\d+$/.test(value) && port <= maxPort) return port;
  throw new EngineError("options/invalid", `--port must be a whole number from 0 to ${maxPort}, got "${value}"`, {
    option: "port",
  });
}

/** Opens an address with the system's own program, which continues after this process. */
function openBrowser(address: string, onFailure: () => void): void {
  const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ["open"],
    win32: ["rundll32", "url.dll,FileProtocolHandler"],
  };
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", onFailure);
  child.unref();
}
