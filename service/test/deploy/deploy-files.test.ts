import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { describeSettings } from "../../src/config/config.ts";
import { claimRun } from "../../src/store/claim-run.ts";
import { countStoredBytes, sweepTask } from "../../src/store/cluster-figures.ts";
import { makeTestParts } from "../support/test-parts.ts";

const folder = new URL("../../deploy/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const operations = readFileSync(new URL("../../docs/OPERATIONS.md", import.meta.url), "utf8");
const alerts = read("alerts.yaml");
const dashboard = JSON.parse(read("grafana-dashboard.json")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

describe("deploy files", () => {
  test("set only what the service reads", () => {
    const variables = describeSettings().map(
      ({ flag }) => `LIGHTWELL_${flag.slice(2).split(" ")[0].replaceAll("-", "_").toUpperCase()}`,
    );
    const used = readdirSync(folder).flatMap((name) => read(name).match(/LIGHTWELL_[A-Z_0-9]+/g) ?? []);
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !variables.includes(name))).toEqual([]);
  });

  test("OPERATIONS.md names only flags that exist, and every file", () => {
    const flags = describeSettings().map(({ flag }) => flag.split(" ")[0]);
    const named = [...operations.matchAll(/`(--[a-z0-9-]+)`/g)].map(([, flag]) => flag);
    expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
    expect(readdirSync(folder).filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  });

  test("every alert has a section that says what to do", () => {
    const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const sections = [...operations.matchAll(/^### (Lightwell\w+)$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(sections).toEqual(names);
  });
});

describe("alerts and dashboard", () => {
  let metrics: Set<string>;
  let close: () => Promise<unknown>;

  beforeAll(async () => {
    const parts = await makeTestParts();
    const app = await buildApp(parts);
    close = () => app.close().then(() => parts.close());
    await claimRun(parts.database, sweepTask, 0);
    await countStoredBytes(parts.database.queries);
    // A histogram shows its series after the first request.
    await app.inject("/healthz");
    const text = (await app.inject("/metrics")).body;
    metrics = new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name));
  });

  afterAll(() => close());

  test("ask only for metrics that the service has", () => {
    const expressions = [
      ...[...alerts.matchAll(/expr: (.*)/g)].map(([, expression]) => expression),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const asked = expressions.flatMap((text) => text.match(/\b(lightwell|process|nodejs)_\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(15);
    expect([...new Set(asked)].filter((name) => !metrics.has(name))).toEqual([]);
  });
});
