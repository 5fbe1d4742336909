import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../src/index.ts";
import { plain, sha256, shootSet, TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
const at = (name: string) => join(folder.path, name);
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const formats = ["jpeg", "png", "webp", "tiff", "avif"] as const;

afterAll(() => folder.remove());

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore", cwd: folder.path });
}

/** A certificate that an authority of our own has signed, for a key of the kind. */
function makeCertificate(name: string, ...kind: string[]): { readonly c2paCert: string; readonly c2paKey: string } {
  openssl("genpkey", ...kind, "-out", `${name}.key`);
  openssl("req", "-new", "-key", `${name}.key`, "-subj", `/O=Lightwell/CN=${name}`, "-out", `${name}.csr`);
  const signed = ["-req", "-in", `${name}.csr`, "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"];
  openssl("x509", ...signed, "-days", "20", "-extfile", "leaf.cnf", "-out", `${name}.pem`);
  return { c2paCert: at(`${name}.pem`), c2paKey: at(`${name}.key`) };
}

interface Store {
  readonly validation_state: string;
  readonly active_manifest: string;
  readonly manifests: Readonly<Record<string, Manifest>>;
}

interface Manifest {
  readonly assertions: readonly { readonly label: string; readonly data: { readonly actions?: readonly Action[] } }[];
  readonly ingredients: readonly {
    readonly title: string;
    readonly relationship: string;
    readonly instance_id: string;
  }[];
  readonly signature_info: { readonly common_name: string };
}

interface Action {
  readonly action: string;
  readonly description?: string;
  readonly digitalSourceType?: string;
}

/** What the library's own reader says of a file, trusting our authority. */
async function readStore(path: string, format: string): Promise<Store> {
  const { default: init, WasmReader } = await import("@contentauth/c2pa-wasm");
  const wasm = createRequire(import.meta.url).resolve("@contentauth/c2pa-wasm/c2pa.wasm");
  await init({ module_or_path: readFileSync(wasm) });
  const trust = JSON.stringify({
    trust: { user_anchors: readFileSync(at("root.pem"), "utf8") },
    verify: { verify_trust: true },
  });
  const reader = await WasmReader.fromBytes(`image/${format}`, new Uint8Array(readFileSync(path)), trust);
  return JSON.parse(reader.json());
}

function actionsOf(manifest: Manifest): readonly Action[] {
  return manifest.assertions.find(({ label }) => label.startsWith("c2pa.actions"))?.data.actions ?? [];
}

describe.skipIf(!hasOpenssl)("content credentials", () => {
  const [one] = shootSet("living-room-sofa");
  const kitchen = shootSet("kitchen");

  beforeAll(() => {
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "root.key");
    const authority = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"];
    openssl(
      "req",
      "-x509",
      "-new",
      "-key",
      "root.key",
      "-days",
      "30",
      "-subj",
      "/O=L/CN=R",
      ...authority,
      "-out",
      "root.pem",
    );
    const uses = [
      "basicConstraints=critical,CA:FALSE",
      "keyUsage=critical,digitalSignature",
      "extendedKeyUsage=emailProtection",
    ];
    writeFileSync(at("leaf.cnf"), `${uses.join("\n")}\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n`);
  });

  test("of a merged bracket name its frames by their hashes, and what was done", async () => {
    const engine = createEngine({
      workers: 1,
      ...makeCertificate("p256", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"),
    });
    const output = at("kitchen.jpg");
    const { report } = await engine.enhance(kitchen, { output }).finally(() => engine.close());
    const store = await readStore(output, "jpeg");
    expect(store.validation_state).toBe("Trusted");
    const manifest = store.manifests[store.active_manifest];
    expect(manifest.signature_info.common_name).toBe("p256");
    const hashes = kitchen.map((path) => `sha256:${sha256(readFileSync(path))}`);
    expect(manifest.ingredients.map((each) => each.instance_id).sort()).toEqual(hashes.sort());
    const parents = manifest.ingredients.filter(({ relationship }) => relationship === "parentOf");
    expect(parents.map(({ title }) => report.set.reference.endsWith(title))).toEqual([true]);
    const [opened, ...done] = actionsOf(manifest);
    expect(opened.action).toBe("c2pa.opened");
    expect(done.map(({ description }) => description)).toEqual(report.operations);
    expect(done.map(({ action }) => action)).toContain("c2pa.color_adjustments");
    for (const { digitalSourceType } of done) expect(digitalSourceType).toMatch(/\/computationalCapture$/);
    expect(report.result.sha256).toBe(sha256(readFileSync(output)));
    const bytes = readFileSync(output);
    bytes[bytes.length - 1000] ^= 1;
    writeFileSync(at("changed.jpg"), bytes);
    expect((await readStore(at("changed.jpg"), "jpeg")).validation_state).toBe("Invalid");
  });

  test.each([
    ["p384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]],
    ["ed25519", ["-algorithm", "ED25519"]],
    ["rsa", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]],
  ])("are signed by a key of %s, in every format", async (name, kind) => {
    const engine = createEngine({ workers: 1, ...makeCertificate(name, ...kind) });
    try {
      for (const format of name === "rsa" ? formats : (["jpeg"] as const)) {
        const output = at(`${name}.${format}`);
        await engine.enhance([one], { ...plain, output, format });
        expect((await readStore(output, format)).validation_state, format).toBe("Trusted");
      }
    } finally {
      await engine.close();
    }
  });

  test("are refused with the file or the option that is at fault", () => {
    const { c2paCert, c2paKey } = makeCertificate("own", "-algorithm", "ED25519");
    const other = makeCertificate("other", "-algorithm", "ED25519");
    const refused = (options: object, error: object) =>
      expect(() => createEngine(options)).toThrow(expect.objectContaining(error));
    refused({ c2paCert }, { code: "options/conflict" });
    refused({ c2paKey }, { code: "options/conflict" });
    refused({ c2paCert, c2paKey: other.c2paKey }, { code: "options/invalid" });
    refused({ c2paCert: c2paKey, c2paKey }, { code: "options/invalid", message: expect.stringContaining("c2paCert") });
    refused(
      { c2paCert, c2paKey: at("none") },
      { code: "options/invalid", message: expect.stringContaining("c2paKey") },
    );
    openssl("genpkey", "-algorithm", "ED448", "-out", "ed448.key");
    refused({ c2paCert, c2paKey: at("ed448.key") }, { code: "options/invalid" });
  });
});
