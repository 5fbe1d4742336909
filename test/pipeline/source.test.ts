import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { listFiles } from "../../src/pipeline/disk/list-files.ts";
import { makeFolder, PendingFile, refuseFullDisk } from "../../src/pipeline/disk/output-file.ts";
import { readHead, readText } from "../../src/pipeline/disk/read-file.ts";
import { SourceStore } from "../../src/pipeline/disk/source.ts";

const folder = mkdtempSync(join(tmpdir(), "lightwell-source-"));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;
const write = (name: string, text = "x") => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("SourceStore", () => {
  test("says of a name that is not UTF-8 why it cannot be opened", async () => {
    const shoot = mkdtempSync(join(folder, "names-"));
    try {
      writeFileSync(Buffer.concat([Buffer.from(join(shoot, "a")), Buffer.of(0xff), Buffer.from(".jpg")]), "x");
    } catch {
      return; // macOS makes no such name
    }
    const { files } = await listFiles([shoot]);
    await expect(new SourceStore(100).open(files[0], never)).rejects.toMatchObject({
      code: "io/read",
      message: expect.stringContaining("is not UTF-8"),
    });
  });

  test("opens a path where it lies, and spools bytes and streams to files that go with the store", async () => {
    const store = new SourceStore(100);
    const path = write("a.jpg");
    expect(await store.open(path, never)).toEqual({
      name: path,
      path,
      sizeBytes: 1,
      modifiedNs: statSync(path, { bigint: true }).mtimeNs,
    });
    const bytes = await store.open({ name: "b.jpg", bytes: new Uint8Array([1, 2]) }, never);
    const stream = await store.open({ name: "../../c.jpg", stream: Readable.from([Buffer.from("abc")]) }, never);
    expect([bytes.sizeBytes, stream.sizeBytes]).toEqual([2, 3]);
    expect(stream.path).not.toContain("c.jpg");
    await store.close();
    expect([existsSync(path), existsSync(bytes.path), existsSync(stream.path)]).toEqual([true, false, false]);
  });

  test.each([
    ["a missing file", join(folder, "none.jpg"), "io/read"],
    ["a folder", folder, "io/read"],
    ["an empty file", { name: "e", bytes: new Uint8Array() }, "input/empty"],
    ["too many bytes", { name: "big", bytes: new Uint8Array(101) }, "limits/bytes"],
    [
      "a stream that does not end in time",
      { name: "s", stream: Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10))) },
      "limits/bytes",
    ],
  ] as const)("refuses %s", async (_what, source, code) => {
    const store = new SourceStore(100);
    await expect(store.open(source, never)).rejects.toMatchObject({ code });
    await store.close();
  });
});

describe("reading", () => {
  test.skipIf(process.platform === "win32")(
    "never waits for a pipe, also behind a link, nor for a device",
    async () => {
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      symlinkSync(pipe, join(folder, "notes.txt"));
      expect(await readHead(join(folder, "notes.txt"), 16)).toEqual(new Uint8Array());
      for (const path of [pipe, join(folder, "notes.txt"), "/dev/zero"])
        await expect(readText(path, 100)).rejects.toMatchObject({ code: "io/read" });
    },
  );
});

describe("listFiles", () => {
  test("replaces a folder by its files, hidden ones left out, and keeps what was named", async () => {
    write(".hidden");
    write("b.jpg");
    const named = write("named.txt");
    const inner = join(folder, "inner");
    mkdirSync(join(inner, "deep"), { recursive: true });
    const { files, fromFolder, skipped } = await listFiles([folder, named]);
    expect(skipped).toContain(inner);
    expect(files).toContain(join(folder, "b.jpg"));
    expect(files.some((file) => file.includes(".hidden"))).toBe(false);
    expect(new Set(files).size).toBe(files.length);
    expect(fromFolder.has(join(folder, "b.jpg"))).toBe(true);
  });

  test("looks into folders within folders where asked, and never through links", async () => {
    const root = mkdtempSync(join(folder, "tree-"));
    mkdirSync(join(root, "attic", "left"), { recursive: true });
    symlinkSync(root, join(root, "attic", "round"));
    for (const way of ["a.jpg", "attic/b.jpg", "attic/left/c.jpg"]) writeFileSync(join(root, way), "x");
    const { files, within, skipped } = await listFiles([root], { isRecursive: true });
    expect(files).toEqual(["a.jpg", "attic/b.jpg", "attic/left/c.jpg"].map((way) => join(root, way)));
    expect([...within.values()]).toEqual(["attic", join("attic", "left")]);
    expect(skipped).toEqual([join(root, "attic", "round")]);
  });
});

describe("a full disk", () => {
  test("is reported with the folder that is full", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    expect(() => refuseFullDisk(full, "source", "/scratch")).toThrow(
      expect.objectContaining({ code: "io/write", message: expect.stringContaining("/scratch") }),
    );
    expect(() => refuseFullDisk(new Error("another"), "source", "/scratch")).not.toThrow();
  });
});

describe("PendingFile", () => {
  test("shows nothing under the final name until it is committed, and leaves nothing else behind", async () => {
    const final = join(folder, "out", "picture.jpg");
    const pending = await PendingFile.create(final, new Uint8Array([7]));
    expect(existsSync(final)).toBe(false);
    await pending.commit(false);
    expect(readFileSync(final)).toEqual(Buffer.from([7]));
    expect(readdirSync(join(folder, "out"))).toEqual(["picture.jpg"]);
  });

  test("does not overwrite unless told to", async () => {
    const final = write("kept.jpg", "old");
    await expect((await PendingFile.create(final, new Uint8Array([1]))).commit(false)).rejects.toMatchObject({
      code: "io/exists",
    });
    expect(readFileSync(final, "utf8")).toBe("old");
    await (await PendingFile.create(final, new Uint8Array([1]))).commit(true);
    expect(readFileSync(final)).toEqual(Buffer.from([1]));
    expect(readdirSync(folder).filter((name) => name.startsWith(".lightwell"))).toEqual([]);
  });

  test("removes everything that a tool left next to the file, and names as long as the disk allows", async () => {
    const final = join(folder, "tidy", `${"n".repeat(251)}.jpg`);
    const pending = await PendingFile.create(final, new Uint8Array([1]));
    writeFileSync(`${pending.path}_exiftool_tmp`, "half");
    await pending.discard();
    expect(readdirSync(join(folder, "tidy"))).toEqual([]);
    const again = await PendingFile.create(final, new Uint8Array([1]));
    writeFileSync(`${again.path}_original`, "whole");
    await again.commit(false);
    expect(readdirSync(join(folder, "tidy"))).toEqual([`${"n".repeat(251)}.jpg`]);
  });

  test("tells a folder that cannot be written", async () => {
    const inside = join(write("file-not-folder"), "x.jpg");
    await expect(PendingFile.create(inside, new Uint8Array([1]))).rejects.toMatchObject({ code: "io/write" });
  });
});

describe("checkOutput", () => {
  test("refuses an output that is an original of any set, also through a link, a hard link or another spelling", async () => {
    const store = new SourceStore(100);
    const path = write("original.jpg");
    await store.open(path, never);
    symlinkSync(path, join(folder, "link.jpg"));
    linkSync(path, join(folder, "hard.jpg"));
    symlinkSync(folder, join(folder, "folder-link"));
    for (const output of [path, "link.jpg", "hard.jpg", "folder-link/original.jpg", "folder-link/../original.jpg"]) {
      await expect(store.checkOutput(resolve(folder, output), async () => true)).rejects.toMatchObject({
        code: "io/write",
      });
    }
    await store.checkOutput(join(folder, "other.jpg"), undefined);
  });

  test("refuses what exists, unless it may be replaced, and a folder that cannot be", async () => {
    const store = new SourceStore(100);
    const there = write("there.jpg");
    await expect(store.checkOutput(there, undefined)).rejects.toMatchObject({ code: "io/exists" });
    await expect(store.checkOutput(there, async () => false)).rejects.toMatchObject({ code: "io/exists" });
    await store.checkOutput(there, async (path) => path === there);
    await expect(store.checkOutput(join(there, "x.jpg"), async () => true)).rejects.toMatchObject({ code: "io/write" });
  });
});

test("a file in the place of an output folder, or of one above it, is named", async () => {
  const file = write("taken");
  for (const place of [file, join(file, "below")]) {
    await expect(makeFolder(place)).rejects.toMatchObject({
      code: "io/write",
      message: `output: expected a folder, a file has its name or that of a folder above it: ${place}`,
    });
  }
});

describe("system folders and files", () => {
  test("are skipped at any depth and listed apart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lightwell-system-"));
    const systemFolders = [
      "@eaDir",
      "__MACOSX",
      "Shoot.lrdata",
      "Fotos.photoslibrary",
      ".AppleDouble",
      "#recycle",
      ".@__thumb",
    ];
    for (const name of ["a", ...systemFolders]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "1.jpg"), "");
    }
    for (const name of ["Thumbs.db", "._1.jpg", "2.jpg"]) writeFileSync(join(folder, name), "");
    const { files, skipped, system } = await listFiles([folder], { isRecursive: true });
    expect(files.map((file) => file.slice(folder.length + 1))).toEqual(["2.jpg", join("a", "1.jpg")]);
    expect(skipped).toEqual([]);
    expect(system).toHaveLength(systemFolders.length + 2);
    rmSync(folder, { recursive: true });
  });
});
