import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { rational, writeDirectories, writeTiffStructure } from "../../fixtures/scene/tiff-structure.ts";
import { EngineError } from "../../src/errors/index.ts";
import { findExifTool } from "../../src/exiftool/exiftool-command.ts";
import { ExifToolProcess } from "../../src/exiftool/exiftool-process.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { describePhoto, type TagRecord } from "../../src/stages/metadata/index.ts";
import { hasPhotographs, hasSharedFixtures, sharedFixture, sharedFixtures } from "../support/shared-fixtures.ts";

const tool = new ExifTool();
const { signal } = new AbortController();
let folder: string;
let plain: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-exiftool-"));
  plain = join(folder, "plain.jpg");
  const options = { create: { width: 8, height: 6, channels: 3 as const, background: "#888" } };
  writeFileSync(plain, await sharp(options).jpeg().toBuffer());
});

afterAll(async () => {
  await tool.close();
  rmSync(folder, { recursive: true });
});

describe("a system that is short of memory", () => {
  const shortage = Object.assign(new Error("spawn ENOMEM"), { code: "ENOMEM" });

  it("is asked again, and the tool starts", async () => {
    let tries = 0;
    const started = await ExifToolProcess.start(findExifTool(), async () => {
      tries++;
      if (tries < 3) throw shortage;
      const child = spawn("sleep", ["60"]);
      await once(child, "spawn");
      return child;
    });
    expect(tries).toBe(3);
    expect(started.isDead).toBe(false);
    await started.end();
  });

  it("is named where it stays so", async () => {
    const refused = ExifToolProcess.start(findExifTool(), () => Promise.reject(shortage));
    await expect(refused).rejects.toMatchObject({ code: "io/exiftool", cause: shortage });
  });
});

it("tells its version", async () => {
  expect(await tool.version()).toMatch(/^\d+\.\d+$/);
});

it("reads no configuration of the user's", async () => {
  const mark = join(folder, "was-read");
  writeFileSync(join(folder, ".ExifTool_config"), `open(my $f, '>', '${mark}'); close $f; 1;`);
  const before = process.env.EXIFTOOL_HOME;
  process.env.EXIFTOOL_HOME = folder;
  const other = new ExifTool();
  const [tags] = await other.read([plain], signal);
  await other.close();
  if (before === undefined) delete process.env.EXIFTOOL_HOME;
  else process.env.EXIFTOOL_HOME = before;
  expect(tags).toMatchObject({ "File:ImageWidth": "8" });
  expect(existsSync(mark)).toBe(false);
});

it("reads what an Olympus writes of its lens, which ExifTool itself takes for unknown", async () => {
  const terms = [-0.0812, 0.0134, -0.0021, 0.9625];
  const fringes = [0.0002, 0.0004, -0.0001, -0.0003, 0.0001, 0];
  const each = (values: readonly number[]) => values.flatMap((value) => rational(value));
  const processing = [
    { tag: 0x150a, type: "srational", value: each(terms) },
    { tag: 0x150c, type: "srational", value: each(fringes) },
  ] as const;
  const header = new Uint8Array([...new TextEncoder().encode("OLYMPUS\0II"), 3, 0]);
  const notes = writeDirectories(header, [{ tag: 0x2040, type: "long", value: { directories: [processing] } }]);
  const path = join(folder, "P1010001.ORF");
  writeFileSync(
    path,
    writeTiffStructure([
      { tag: 0x010f, type: "ascii", value: "OLYMPUS CORPORATION" },
      { tag: 0x0110, type: "ascii", value: "E-M5MarkII" },
      {
        tag: 0x8769,
        type: "long",
        value: { directories: [[{ tag: 0x927c, type: "undefined", value: notes }]] },
      },
    ]),
  );
  const [tags] = (await tool.read([path], signal)) as TagRecord[];
  expect(tags["Olympus:LensDistortionTerms"]).toBe(terms.join(" "));
  const { embeddedLens } = describePhoto(tags).photo;
  expect(embeddedLens?.source).toBe("Olympus");
  expect(embeddedLens?.fringes?.red[20]).toBeCloseTo(1.0005, 8);
});

test.each([
  "-ver",
  "-o",
  "#hash.jpg",
  "with space .jpg",
  "line\nbreak.jpg",
  "back\\slash\n.jpg",
  "ü 漢字 🏠.jpg",
  "$HOME @x %f.jpg",
  "-execute",
])("reads a file whose name is %j", async (name) => {
  const path = join(folder, name);
  copyFileSync(plain, path);
  const [tags] = await tool.read([path], signal);
  expect(tags).toMatchObject({ "Composite:ImageSize": "8 6" });
});

it("gives each file its answer, in order, and a missing file its error", async () => {
  const text = join(folder, "no-image.bin");
  writeFileSync(text, Buffer.from([0, 1, 2, 3]));
  const [first, missing, second, unknown] = await tool.read([plain, join(folder, "none.jpg"), plain, text], signal);
  expect(first).toEqual(second);
  expect(missing).toMatchObject({ code: "io/read" });
  expect(unknown).toMatchObject({ "ExifTool:Error": "Unknown file type" });
});

it("says that perl is missing", async () => {
  const broken = new ExifTool({ command: ["perl-that-does-not-exist", "exiftool"] });
  await expect(broken.read([plain], signal)).rejects.toMatchObject({
    code: "io/exiftool",
    message: expect.stringContaining("install perl"),
  });
  await broken.close();
});

it("gives up on a file after the time-out and reads the next one", async () => {
  const stuck = new ExifTool({ timeoutMs: 100, maxProcesses: 1, command: ["perl", "-e", "sleep 60", "--"] });
  const results = await stuck.read([plain, plain], signal);
  expect(results).toMatchObject([{ code: "limits/time" }, { code: "limits/time" }]);
  await stuck.close();
});

it("stops at once when cancelled", async () => {
  const controller = new AbortController();
  const stuck = new ExifTool({ command: ["perl", "-e", "sleep 60", "--"] });
  setTimeout(() => controller.abort(), 50);
  await expect(stuck.read([plain, plain, plain], controller.signal)).rejects.toMatchObject({ code: "cancelled" });
  await stuck.close();
});

it("gives the error of a file that breaks the tool in the file's place", async () => {
  // Answers -ver, dies at anything else.
  const script = String.raw`
    $| = 1;
    my $args = "";
    while (<STDIN>) {
      $args .= $_;
      next unless /^-execute(\d+)/;
      my $number = $1;
      exit 7 unless $args =~ /^-ver$/m;
      print STDERR "{done$number}\n";
      print "1.0\n{ready$number}\n";
      $args = "";
    }`;
  const fragile = new ExifTool({ maxProcesses: 1, command: ["perl", "-e", script, "--"] });
  expect(await fragile.read([plain], signal)).toMatchObject([{ code: "io/exiftool" }]);
  await fragile.close();
});

describe("many files", () => {
  // Answers -ver; gives a record for each path, with how many goes there were; dies at "bad", hangs at "stuck", leaves
  // "none" out.
  const script = String.raw`
    $| = 1;
    my ($goes, @paths) = (0);
    while (<STDIN>) {
      chomp;
      push @paths, $_ if m{^/};
      next unless /^-execute(\d+)/;
      my $number = $1;
      exit 7 if grep { /bad/ } @paths;
      sleep 60 if grep { /stuck/ } @paths;
      $goes++ if @paths;
      print STDERR "{done$number}\n";
      print "[", join(",", map { qq({"SourceFile":"$_","Goes":"$goes"}) } grep { !/none/ } @paths), "]\n{ready$number}\n";
      @paths = ();
    }`;
  const readAll = async (paths: readonly string[]) => {
    let told = 0;
    const many = new ExifTool({ maxProcesses: 1, timeoutMs: 3000, command: ["perl", "-e", script, "--"] });
    const results = await many.read(paths, signal, () => told++).finally(() => many.close());
    return { results, told };
  };
  const names = Array.from({ length: 40 }, (_, i) => `/shoot/${i}.jpg`);

  it("are read in few batches, and each is reported", async () => {
    const { results, told } = await readAll(names);
    expect(results).toHaveLength(40);
    expect(results.at(-1)).toEqual({ Goes: "3" });
    expect(told).toBe(40);
  });

  it.each([
    ["bad", { code: "io/exiftool" }],
    ["stuck", { code: "limits/time" }],
    ["none", { code: "input/not-an-image" }],
    ["line\nbreak and $", { code: "io/exiftool" }],
  ])(
    "are read though %j is among them, which alone has an error",
    async (name, error) => {
      const { results, told } = await readAll(["/a.jpg", `/${name}`, "/b.jpg"]);
      expect(results[0]).toHaveProperty("Goes");
      expect(results[1]).toMatchObject(error);
      expect(results[2]).toHaveProperty("Goes");
      expect(told).toBe(3);
    },
    30_000,
  );

  it("have the answers that each has alone", async () => {
    const paths = ["plain.jpg", "ü 漢字.jpg", "line\nbreak.jpg", "$HOME @x %f.jpg"].map((name) => join(folder, name));
    for (const path of paths.slice(1)) copyFileSync(plain, path);
    const alone = [];
    for (const path of paths) alone.push(...(await tool.read([path], signal)));
    expect(await tool.read(paths, signal)).toEqual(alone);
  });
});

describe.skipIf(process.platform === "win32")("a file in which ExifTool is stuck", () => {
  // Reading a pipe without a writer never ends.
  const pipe = (name: string) => {
    const path = join(folder, name);
    execFileSync("mkfifo", [path]);
    return path;
  };
  const limited = () => new ExifTool({ maxProcesses: 1, timeoutMs: 1500 });

  it("costs its limit once, and is not asked again", async () => {
    const [own, stuck] = [limited(), pipe("stuck.jpg")];
    await own.version();
    const began = performance.now();
    const paths = [plain, plain, stuck, ...Array.from({ length: 20 }, () => plain)];
    const read = await own.read(paths, signal);
    const firstMs = performance.now() - began;
    for (const [i, path] of paths.entries()) {
      if (path === stuck) expect(read[i]).toMatchObject({ code: "limits/time", context: { path: stuck } });
      else expect(read[i]).toMatchObject({ "Composite:ImageSize": "8 6" });
    }
    const [again, other] = await own.read([stuck, plain], signal);
    const secondMs = performance.now() - began - firstMs;
    expect(again).toBe(read[2]);
    expect(other).toMatchObject({ "Composite:ImageSize": "8 6" });
    expect(firstMs).toBeGreaterThan(1400);
    expect(secondMs).toBeLessThan(1400);
    await own.close();
  });

  it("is asked again when it is another file", async () => {
    const [own, stuck] = [limited(), pipe("replaced.jpg")];
    expect(await own.read([stuck], signal)).toMatchObject([{ code: "limits/time" }]);
    rmSync(stuck);
    copyFileSync(plain, stuck);
    expect(await own.read([stuck], signal)).toMatchObject([{ "Composite:ImageSize": "8 6" }]);
    await own.close();
  });

  it("costs each its own limit where there are several, and the others nothing", async () => {
    const [own, stuck] = [limited(), [pipe("one.jpg"), pipe("two.jpg")]];
    const read = await own.read([stuck[0], plain, stuck[1], plain], signal);
    expect(read).toMatchObject([
      { code: "limits/time", context: { path: stuck[0] } },
      { "Composite:ImageSize": "8 6" },
      { code: "limits/time", context: { path: stuck[1] } },
      { "Composite:ImageSize": "8 6" },
    ]);
    await own.close();
  });
});

describe("a process that somebody ends", () => {
  // Writes its number to a file at its first task and waits to be killed; all later processes do their work.
  const script = String.raw`
    $| = 1;
    my ($marker, $writes, @paths) = (shift @ARGV);
    while (<STDIN>) {
      chomp;
      push @paths, $_ if m{^/};
      $writes = 1 if /^-all=/;
      next unless /^-execute(\d+)/;
      my $number = $1;
      unless (-e $marker) {
        if ($writes) { open my $rest, ">", "$paths[0]_exiftool_tmp"; close $rest; }
        open my $file, ">", "$marker.new"; print $file $$; close $file; rename "$marker.new", $marker;
        sleep 60;
      }
      print STDERR "{done$number}\n";
      print $writes ? "1 image files updated" : "[" . join(",", map { qq({"SourceFile":"$_"}) } @paths) . "]";
      print "\n{ready$number}\n";
      @paths = ();
    }`;

  const killFirst = async (marker: string) => {
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 10));
    process.kill(Number(readFileSync(marker, "utf8")), "SIGKILL");
  };

  it.each(["read", "write"] as const)("is replaced, and its files are %s by the next", async (work) => {
    const marker = join(folder, `killed-${work}`);
    const killed = new ExifTool({ maxProcesses: 1, command: ["perl", "-e", script, "--", marker] });
    const path = join(folder, `${work}.jpg`);
    copyFileSync(plain, path);
    const done =
      work === "read"
        ? killed.read([path, plain], signal)
        : killed.write(path, { assignments: [], dropped: [] } as never, signal);
    await killFirst(marker);
    if (work === "read") expect(await done).toEqual([{}, {}]);
    else expect(await done).toEqual([]);
    expect(existsSync(`${path}_exiftool_tmp`)).toBe(false);
    await killed.close();
  });

  it("gives a file that ends every process an error", async () => {
    const killed = new ExifTool({ maxProcesses: 1, command: ["perl", "-e", "<STDIN>; kill 9, $$", "--"] });
    await expect(killed.read([plain], signal)).rejects.toMatchObject({ code: "io/exiftool" });
    await killed.close();
  });
});

it("does not touch a file that is refused", async () => {
  const refusal = new EngineError("limits/memory", "metadata: too much");
  const [first, refused, last] = await tool.read([plain, "/none.jpg", plain], signal, undefined, async (i) =>
    i === 1 ? refusal : undefined,
  );
  expect(refused).toBe(refusal);
  expect(first).toEqual(last);
});

it("leaves no process behind when its owner is gone", async () => {
  const [program, ...args] = findExifTool();
  const child = spawn(program, [...args, "-stay_open", "True", "-@", "-"]);
  child.stdin.write("-ver\n-execute\n");
  await once(child.stdout, "data");
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

it("refuses work after close", async () => {
  const closed = new ExifTool();
  await closed.version();
  await closed.close();
  await expect(closed.version()).rejects.toMatchObject({ code: "io/exiftool" });
});

/** A PNG that holds this many megabytes of zeros as compressed text. */
function pngOfText(megabytes: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const text = Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(megabytes * 2 ** 20))]);
  const chunks = [chunk("IHDR", header), chunk("zTXt", text), chunk("IDAT", deflateSync(Buffer.alloc(2)))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

// macOS bounds no address space, Windows has no shell for it.
test.skipIf(process.platform !== "linux")(
  "gives a file that asks for all memory an error, and reads the next",
  async () => {
    const [bomb, small] = ["bomb.png", "small.png"].map((name) => join(folder, name));
    writeFileSync(bomb, pngOfText(600));
    writeFileSync(small, pngOfText(1));
    const [refused, read] = await tool.read([bomb, small], signal);
    // A busy machine is out of time before the file is out of memory.
    expect(refused).toMatchObject({ code: expect.stringMatching(/^limits\/(?:memory|time)$/) });
    expect(read).toMatchObject({ "Composite:ImageSize": "1 1" });
  },
);

describe("real photographs", () => {
  const paths = ["metadata", "raw/partial", "hostile"].flatMap(sharedFixtures);

  test.skipIf(!hasSharedFixtures)("are all described or refused with a typed error, hostile ones too", async () => {
    const results = await tool.read(paths, signal);
    expect(results).toHaveLength(paths.length);
    for (const result of results) {
      if (result instanceof Error) expect(result).toBeInstanceOf(EngineError);
      else expect(describePhoto(result).photo.orientation).toBeGreaterThanOrEqual(1);
    }
  });

  const photoOf = async (path: string) =>
    describePhoto((await tool.read([sharedFixture(path)], signal))[0] as TagRecord).photo;

  test.skipIf(!hasPhotographs("brackets/kitchen"))("show a Canon bracket whose bias dial says nothing", async () => {
    const photo = await photoOf("brackets/kitchen/bracket-2.JPG");
    expect(photo).toMatchObject({
      widthPx: 2736,
      heightPx: 1824,
      camera: { make: "Canon", model: "Canon EOS 6D" },
      lens: { model: "EF17-40mm f/4L USM", focalMm: 17 },
      exposure: { timeS: 1 / 320, fNumber: 8, iso: 800, biasEv: 0 },
      capturedAt: { iso: "2022-07-29T12:48:00.56", resolutionMs: 10 },
      series: { bracketing: true, bracketValueEv: -4, shotCount: 5, fileNumber: 1000432 },
      hasLocation: false,
    });
  });

  test.skipIf(!hasPhotographs("brackets/raw_d5000"))("show a Nikon bracket in DNG files", async () => {
    const photo = await photoOf("brackets/raw_d5000/sample2.dng");
    expect(photo.series).toMatchObject({ bracketing: true, bracketValueEv: -2 });
  });

  const located = sharedFixtures("metadata/gps").filter((path) => /DSCN|adobe_coords/.test(path));
  test.skipIf(!hasPhotographs("metadata/gps")).each(located)("show that %s has a location", async (path) => {
    const [tags] = await tool.read([path], signal);
    expect(describePhoto(tags as TagRecord).photo.hasLocation).toBe(true);
  });
});
