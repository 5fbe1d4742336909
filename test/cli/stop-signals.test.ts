import { constants } from "node:os";
import { expect, test } from "vitest";
import { stopSignals } from "../../src/cli/main.ts";

test("Windows has Ctrl-C, Ctrl-Break and the closed window", () => {
  expect(stopSignals("win32")).toEqual(["SIGINT", "SIGBREAK", "SIGHUP"]);
});

test.each(["linux", "darwin"] as const)("%s has Ctrl-C and SIGTERM, and leaves SIGHUP to nohup", (platform) => {
  expect(stopSignals(platform)).toEqual(["SIGINT", "SIGTERM"]);
});

test("every signal exists here", () => {
  for (const name of stopSignals(process.platform)) expect(constants.signals).toHaveProperty(name);
});
