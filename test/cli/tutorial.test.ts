import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPage } from "../../scripts/docs/pages.ts";
import { runCli } from "../support/run-cli.ts";
import { TestFolder, writeSmallShoot } from "../support/sample-shoot.ts";
import { commandsOf } from "../support/shell-commands.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

test("every command of the tutorial does what it says, one after the other", async () => {
  await writeSmallShoot(join(folder.path, "shoot"));
  const commands = commandsOf(readPage("docs/tutorial.md"), "sh");
  expect(commands.map(({ words }) => words[0])).toEqual(
    expect.arrayContaining(["doctor", "group", "enhance", "reproduce"]),
  );
  for (const { line, words } of commands) {
    const { status, stdout, stderr } = await runCli(words, { cwd: folder.path });
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
    if (line.includes("--resume")) expect(`${stdout}${stderr}`).toContain("0 pictures, 6 skipped");
    if (words[0] === "reproduce") expect(`${stdout}${stderr}`).toContain("the same bytes");
  }
  const pictures = readdirSync(join(folder.path, "finished")).filter((name) => name.endsWith(".jpg"));
  expect(pictures).toHaveLength(6);
  expect(readdirSync(join(folder.path, "warm"))).toContain("IMG_0001.jpg");
}, 600_000);
