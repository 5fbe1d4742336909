import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Job, sideTasks } from "../../src/pipeline/making/job.ts";
import { type Step, steps } from "../../src/pipeline/stages.ts";
import type { Tools } from "../../src/pipeline/tools.ts";

const tools = { executor: { kernels: () => ({}) } } as unknown as Tools;
const makeJob = () => new Job(tools, new AbortController().signal);

describe("the side tasks of a set", () => {
  const order = (step: string) => steps.indexOf(step as Step);

  test.each(Object.entries(sideTasks))("%s is declared to run between two stages of the order", (_, task) => {
    expect(order(task.neededBy)).toBeGreaterThanOrEqual(0);
    if (task.after !== undefined) expect(order(task.after)).toBeGreaterThanOrEqual(0);
    if (task.after !== undefined) expect(order(task.after)).toBeLessThan(order(task.neededBy));
  });

  test("are listed in ARCHITECTURE.md as they are declared", () => {
    const page = readFileSync("docs/ARCHITECTURE.md", "utf8");
    const cell = (stage: string | undefined) => (stage === undefined ? "–" : `\`${stage}\``);
    for (const [name, { does, after, neededBy }] of Object.entries(sideTasks))
      expect(page).toContain(`| \`${name}\` | ${does} | ${cell(after)} | ${cell(neededBy)} |`);
  });

  test("do not begin before the stage that they follow is over", async () => {
    const job = makeJob();
    const begin = () => job.begin("check.fused", async () => "compared");
    await job.step("merge", async () => expect(begin).toThrow("expected to begin after merge"));
    await expect(begin()).resolves.toBe("compared");
  });

  test("count as time of their stage only while something waits for them", async () => {
    const job = makeJob();
    const wait = job.aside("lens.database", async () => "unpacked");
    expect(job.timingsMs.lens).toBeUndefined();
    await expect(wait()).resolves.toBe("unpacked");
    expect(job.timingsMs.lens).toBeGreaterThanOrEqual(0);
  });

  test("that fail report it when they are awaited", async () => {
    const wait = makeJob().aside("align.pyramids", async () => {
      throw new Error("no memory");
    });
    await new Promise(setImmediate);
    await expect(wait()).rejects.toThrow("no memory");
  });
});
