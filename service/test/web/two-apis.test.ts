import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildService, type ServiceProcess, startProcess } from "../../bench/service-process.ts";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { loadSecrets } from "../../src/store/load-secrets.ts";
import { freePort } from "../support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { borrowSwift } from "../support/shared-swift.ts";
import { isSwiftInstalled, type SwiftServer } from "../support/swift-server.ts";
import { makeTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { shootFile } from "../support/test-service.ts";
import { Visitor } from "../support/visitor.ts";
import { entriesOf } from "../support/zip-entries.ts";

const programs = await findPostgres();
const email = "studio@example.org";
const password = "a long enough password";
/** How long the worker may take for two pictures on a busy machine. */
const making = { timeout: 170_000, interval: 200 };
const soon = { timeout: 20_000, interval: 100 };

/** Two APIs and a worker, each with a separate folder: they share a PostgreSQL and an S3 store. */
describe.skipIf(programs === undefined || !isSwiftInstalled())("a studio that two APIs serve", () => {
  let postgres: PostgresServer;
  let swift: SwiftServer;
  let place: TestDatabase;
  let home: string;
  let storeFlags: readonly string[];
  let env: NodeJS.ProcessEnv;
  const started: ServiceProcess[] = [];
  let one: string;
  let other: string;

  beforeAll(async () => {
    buildService();
    [postgres, swift] = await Promise.all([startPostgres(programs ?? "", await freePort()), borrowSwift()]);
    place = await makeTestDatabase("", postgres.url);
    home = await mkdtemp(join(tmpdir(), "lightwell-two-apis-"));
    const keyFile = join(home, "master.key");
    await writeFile(keyFile, randomBytes(32));
    const database = await openDatabase(place);
    await createAccount(database, await loadSecrets(database.queries, home, keyFile), { email, password });
    await database.close();
    storeFlags = [
      ...["--storage", `s3://${swift.bucket}/studio`, "--storage-endpoint", swift.endpoint],
      "--storage-path-style",
    ];
    env = {
      AWS_ACCESS_KEY_ID: swift.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
    };
    const start = async (role: "api" | "worker", name: string) => {
      await mkdir(join(home, name));
      const flags = [
        ...["--data-dir", join(home, name), "--port", "0", "--log-level", "fatal"],
        ...["--database-url", place.databaseUrl ?? "", "--master-key-file", keyFile],
        ...["--public-url", "http://127.0.0.1", "--requests-per-second", "1000000"],
        ...["--engine-processes", "1", "--engine-workers", "1"],
      ];
      const process = startProcess([role, ...flags, ...storeFlags], env);
      started.push(process);
      return process.listening;
    };
    [one, other] = await Promise.all([start("api", "one"), start("api", "other"), start("worker", "worker")]);
  }, 180_000);

  afterAll(async () => {
    for (const process of started) process.signal("SIGKILL");
    await Promise.all(started.map(({ ended }) => ended));
    await swift?.close();
    await postgres?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** What the store has, without the prefix of the service. */
  async function storedKinds(): Promise<string[]> {
    const config = readConfig(["--data-dir", join(home, "look"), ...storeFlags], {});
    if (!config) throw new Error("no configuration");
    const before = { ...process.env };
    Object.assign(process.env, env);
    const storage = await openStorage(config, { isShared: true }).finally(() => {
      process.env = before;
    });
    const kinds: string[] = [];
    for await (const key of storage.list()) kinds.push(key.split("/")[0]);
    await storage.close();
    return kinds.sort();
  }

  test("takes an order from the sign-in to the archive, a link and another grouping, whichever API answers", {
    timeout: 300_000,
  }, async () => {
    const visitor = new Visitor();
    await visitor.signIn(one, email, password);
    expect((await visitor.get(other, "/app/orders/new")).text).toContain(email);

    const names = ["IMG_0006.JPG", "IMG_0007.JPG"];
    const files = await Promise.all(names.map(shootFile));
    const { order_id: orderId } = await visitor.sendJson<{ order_id: string }>(one, "/app/orders", { name: "House" });
    const asked = names.map((name, i) => ({ name, size: files[i].length, modified: 1 }));
    const list = () =>
      visitor.sendJson<{ files: { id: string; offset: number; complete: boolean }[] }>(
        other,
        `/app/orders/${orderId}/files`,
        { files: asked },
      );
    const [whole, interrupted] = (await list()).files;

    // The parts of one file arrive at both APIs in turn.
    const partBytes = Math.ceil(files[0].length / 3);
    for (let at = 0, turn = 0; at < files[0].length; at += partBytes, turn++) {
      const part = files[0].subarray(at, at + partBytes);
      const { status } = await visitor.sendPart(turn % 2 === 0 ? one : other, whole.id, at, part);
      expect(status).toBe(204);
    }
    // The connection of the other breaks in its second part, which the page then sends to the other API.
    const half = Math.floor(files[1].length / 2);
    await visitor.sendPart(one, interrupted.id, 0, files[1].subarray(0, half));
    await breakOff(one, visitor, interrupted.id, half, files[1].subarray(half));
    expect((await list()).files).toMatchObject([{ complete: true }, { complete: false, offset: half }]);
    const rest = files[1].subarray(half);
    expect((await visitor.sendPart(other, interrupted.id, half, rest)).status).toBe(204);

    const events = await followEvents(visitor, other, `/app/orders/${orderId}/events`);
    expect((await visitor.post(one, `/app/orders/${orderId}/start`, { grouping: "1" })).status).toBe(303);
    await expect.poll(() => events.text(), making).toContain("2 pictures ready");
    events.stop();
    const [imageId] = /app\/images\/[^"/]+/.exec(events.text())?.[0].split("/").slice(-1) ?? [];

    const page = await visitor.get(other, `/app/images/${imageId}`);
    expect([page.status, page.text.includes("1 of 2")]).toEqual([200, true]);
    const view = await visitor.ask(other, `/app/images/${imageId}/picture?size=view`);
    expect((await sharp(Buffer.from(await view.arrayBuffer())).metadata()).format).toBe("jpeg");
    const zip = await visitor.post(other, `/app/orders/${orderId}/zip`, { size: "print" });
    const entries = entriesOf(Buffer.from(await zip.arrayBuffer()));
    expect(entries.map(({ name }) => name).sort()).toEqual(["IMG_0006.jpg", "IMG_0007.jpg"]);
    for (const { bytes } of entries) expect((await sharp(bytes).metadata()).format).toBe("jpeg");
    expect((await visitor.get(one, "/settings/purchases")).text).toContain("2 credits this month");

    const shares = await (await visitor.post(one, `/app/orders/${orderId}/shares`, { days: "7" })).text();
    const [link] = /\/share\/[\w-]{43}/.exec(shares) ?? [""];
    const agent = new Visitor();
    expect((await agent.get(other, link)).text).toContain("IMG_0006.JPG");
    expect((await agent.ask(other, `${link}/images/${imageId}`)).headers.get("content-type")).toBe("image/jpeg");

    // Everything is in the store, and the parts are gone.
    const expected = ["full", "full", "preview", "preview", "source", "source"];
    const kept = async () => (await storedKinds()).filter((kind) => kind !== "summary");
    await expect.poll(kept, soon).toEqual(expected);
    for (const name of ["one", "other", "worker"])
      expect([name, (await readdir(join(home, name))).includes("storage")]).toEqual([name, false]);

    // One API changes the grouping, the other shows how its pictures are made.
    const regrouping = await followEvents(visitor, one, `/app/orders/${orderId}/events`);
    const asOne = new URLSearchParams({ csrf: visitor.csrf, action: "join" });
    for (const { id } of [whole, interrupted]) asOne.append("frames", id);
    const grouping = `/app/orders/${orderId}/grouping`;
    expect((await visitor.ask(other, grouping, { method: "POST", body: asOne })).status).toBe(303);
    await expect.poll(() => regrouping.text(), making).toContain("1 picture ready");
    regrouping.stop();
    const shown = async (origin: string) => (await visitor.get(origin, `/app/orders/${orderId}`)).text;
    const versionOf = (text: string) => /size=thumb&[^"]*v=\w+/.exec(text)?.[0];
    const joined = versionOf(await shown(other));
    expect((await visitor.post(one, grouping, { reference: whole.id })).status).toBe(303);
    await expect
      .poll(async () => {
        const text = await shown(other);
        return text.includes("1 picture ready") && versionOf(text) !== joined;
      }, making)
      .toBe(true);
    expect((await visitor.get(other, grouping)).text).toContain(`name="automatic" value="${whole.id}"`);
    await expect.poll(kept, soon).toEqual(["full", "preview", "source", "source"]);

    const signedOut = await visitor.ask(one, "/sign-out", { method: "POST" });
    expect([signedOut.status, (await visitor.ask(other, "/app/orders")).status]).toEqual([303, 401]);
  });
});

/** Sends a part whose connection breaks after half of it. */
function breakOff(origin: string, visitor: Visitor, id: string, offset: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(new URL(`/app/uploads/${id}`, origin), {
      method: "PATCH",
      headers: {
        ...{ cookie: visitor.cookie, "x-csrf-token": visitor.csrf, "content-length": bytes.length },
        ...{ "content-type": "application/offset+octet-stream", "upload-offset": offset },
      },
    });
    sending.once("error", () => resolve());
    sending.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => sending.destroy(new Error("broken")));
  });
}

/** Reads a stream of events until it is stopped. */
async function followEvents(visitor: Visitor, origin: string, path: string) {
  const stop = new AbortController();
  const headers = { accept: "text/event-stream" };
  const answer = await visitor.ask(origin, path, { headers, signal: stop.signal });
  expect(answer.status).toBe(200);
  let text = "";
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  void read().catch(() => {});
  return { text: () => text, stop: () => stop.abort() };
}
