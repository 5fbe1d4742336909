import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { RenditionRequest, Size } from "../../engine/rendition.ts";
import { engineAway } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import type { ByteRange } from "./picture-headers.ts";

const renderMs = 120_000;
/** How long a rendition is kept after its last use, in ms: clients that lost a connection return within minutes. */
const keepMs = 10 * 60_000;
/** Interval between searches for unneeded renditions, in ms. */
const sweepMs = 10_000;

/** A request: a picture in the storage, and the rendition to make of it. */
interface RenditionOrder {
  /** Storage key of the source. */
  readonly key: string;
  readonly accountId: string;
  readonly rendition: RenditionRequest;
  readonly extension: string;
  /** Whether only the engine reads the source. */
  readonly isDeveloped?: boolean;
  /** False once the client is gone, so that nothing is rendered for it. */
  readonly isWanted: () => boolean;
  /** Lends the source as a local file. */
  readonly borrow: () => Promise<{ readonly path: string; release(): Promise<void> }>;
}

/** A rendition in use, until it is released. */
export interface HeldRendition extends Size {
  /** The local file. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  read(range?: ByteRange): Promise<Readable>;
  release(): Promise<void>;
}

interface Made extends Size {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface Entry {
  readonly key: string;
  readonly folder: string;
  readonly made: Promise<Made>;
  readonly wanted: Set<() => boolean>;
  users: number;
  sizeBytes: number;
  usedAt: number;
}

/**
 * Renditions for downloads, each made once. Concurrent requests share it, and it is kept for a while for clients that
 * read it in parts or again. Renditions of a removed picture are deleted within seconds.
 */
export class Renditions {
  readonly #parts: Pick<Parts, "config" | "renderers" | "storage" | "log">;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: Pick<Parts, "config" | "renderers" | "storage" | "log">) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  /** Throws the renderer's errors, and 503 if the client leaves before its turn. */
  async take(order: RenditionOrder): Promise<HeldRendition> {
    const name = JSON.stringify([order.key, order.rendition]);
    const entry = this.#entries.get(name) ?? this.#begin(order, name);
    entry.users++;
    entry.wanted.add(order.isWanted);
    try {
      const { path, width, height, sizeBytes, sha256 } = await entry.made;
      return {
        ...{ path, width, height, sizeBytes, sha256 },
        read: async (range) => createReadStream(path, range),
        release: () => this.#release(name, entry),
      };
    } catch (error) {
      await this.#release(name, entry);
      // The client is gone and does not read the answer, so this is not logged.
      throw order.isWanted() ? error : engineAway();
    } finally {
      entry.wanted.delete(order.isWanted);
    }
  }

  /** Removes renditions that are not being read; the others go with the service's folder for work in progress. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const [name, entry] of this.#entries) if (entry.users === 0) await this.#remove(name, entry);
  }

  #begin(order: RenditionOrder, name: string): Entry {
    const folder = join(this.#parts.config.dataDir, "work", "renditions", randomUUID());
    const wanted = new Set<() => boolean>();
    const made = this.#make(order, folder, () => [...wanted].some((isWanted) => isWanted()));
    const entry: Entry = { key: order.key, folder, made, wanted, users: 0, sizeBytes: 0, usedAt: performance.now() };
    this.#entries.set(name, entry);
    made.then(
      ({ sizeBytes }) => {
        entry.sizeBytes = sizeBytes;
      },
      // The next request tries again.
      () => this.#forget(name, entry),
    );
    return entry;
  }

  async #make(order: RenditionOrder, folder: string, isWanted: () => boolean): Promise<Made> {
    const { rendition, extension, accountId, isDeveloped = false } = order;
    const output = join(folder, `rendition.${extension}`);
    const developed = isDeveloped ? { developed: join(folder, "developed.jpg") } : {};
    const input = await order.borrow();
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const size = await this.#parts.renderers.run(
        { kind: "render", input: input.path, output, rendition, ...developed },
        renderMs,
        { isWanted, accountId },
      );
      if (developed.developed) await rm(developed.developed, { force: true });
      const { size: sizeBytes } = await stat(output);
      return { ...size, path: output, sizeBytes, sha256: await hashFile(output) };
    } finally {
      await input.release();
    }
  }

  async #release(name: string, entry: Entry): Promise<void> {
    entry.users--;
    entry.usedAt = performance.now();
    if (this.#entries.get(name) !== entry) {
      if (entry.users === 0) await rm(entry.folder, { recursive: true, force: true });
      return;
    }
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const maxBytes = this.#parts.config.renditionsMb * 2 ** 20;
    let bytes = [...this.#entries.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const [oldName, old] of this.#entries) {
      if (bytes <= maxBytes) break;
      if (old.users > 0) continue;
      bytes -= old.sizeBytes;
      await this.#remove(oldName, old);
    }
  }

  async #sweep(): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (entry.users > 0) continue;
      const isOld = performance.now() - entry.usedAt > keepMs;
      const isNeeded = !isOld && (await this.#parts.storage.find(entry.key).catch(() => true)) !== undefined;
      if (!isNeeded && entry.users === 0) await this.#remove(name, entry);
    }
  }

  async #remove(name: string, entry: Entry): Promise<void> {
    this.#forget(name, entry);
    await rm(entry.folder, { recursive: true, force: true }).catch((error) =>
      this.#parts.log.error({ err: error }, "a rendition could not be removed"),
    );
  }

  /** The last user removes its folder. */
  #forget(name: string, entry: Entry): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
