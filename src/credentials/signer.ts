import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { EngineError, wrapError } from "../errors/index.ts";
import type { PictureSigner, SignedFacts } from "../pipeline/tools.ts";
import { coseSign1, signingWayOf } from "./cose.ts";

/** For certificates of a chain and a signature; what is left is padding. */
const signatureBytes = 12_288;

/**
 * Signs with the certificates of a PEM file, the signer's first and its issuers' after it, and the key of another.
 * Throws `options/invalid` if they cannot be read or do not belong together.
 */
export function openSigner(certificatePath: string, keyPath: string): PictureSigner {
  const [chain, key] = [readChain(certificatePath), readKey(keyPath)];
  if (!chain[0].checkPrivateKey(key))
    throw new EngineError(
      "options/invalid",
      `c2paKey: expected the key of the first certificate of ${certificatePath}`,
    );
  const definition = {
    alg: signingWayOf(key).name,
    reserveSize: signatureBytes,
    sign: async (claim: Uint8Array) =>
      coseSign1(
        claim,
        key,
        chain.map(({ raw }) => raw),
        signatureBytes,
      ),
  };
  return {
    id: chain[0].fingerprint256,
    sign: async (picture, facts) => {
      try {
        const { WasmBuilder } = await library();
        const media = `image/${facts.format}`;
        const builder = WasmBuilder.fromJson(JSON.stringify(manifestOf(facts)));
        return await builder.sign(definition, [], media, new HeldBlob(picture));
      } catch (thrown) {
        throw wrapError(thrown, "io/write", "output: content credentials cannot be signed");
      }
    },
  };
}

/**
 * The photographs by name and hash alone: what they say of themselves, a place among it, stays out. A result is
 * opened from its reference frame, of which the others are components.
 */
function manifestOf({ format, sources, operations, sourceType, version }: SignedFacts) {
  const ids = sources.map(({ name, sha256 }, i) => (sha256 === undefined ? `source:${i}:${name}` : `sha256:${sha256}`));
  const edits = operations.map((description) => ({
    action: actionOf(description),
    description,
    ...(sourceType === undefined ? {} : { digitalSourceType: sourceType }),
  }));
  return {
    claim_generator_info: [{ name: "lightwell", version }],
    format: `image/${format}`,
    ingredients: sources.map(({ name }, i) => ({
      title: name,
      relationship: i === 0 ? "parentOf" : "componentOf",
      instance_id: ids[i],
    })),
    assertions: [
      {
        label: "c2pa.actions",
        data: { actions: [{ action: "c2pa.opened", parameters: { ingredientIds: [ids[0]] } }, ...edits] },
      },
    ],
  };
}

/** C2PA 2.1, 18.15.2: what was done to a picture as a whole. */
function actionOf(operation: string): string {
  if (/crop/i.test(operation)) return "c2pa.cropped";
  if (/light|colou?r|tone|white balance|contrast/i.test(operation)) return "c2pa.color_adjustments";
  return "c2pa.edited";
}

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readChain(path: string): readonly [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = readFileSync(path, "utf8").match(certificatePattern) ?? [];
    if (first === undefined) throw new Error("it holds no certificate");
    return [new X509Certificate(first), ...others.map((pem) => new X509Certificate(pem))];
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    throw new EngineError("options/invalid", `c2paCert: expected a PEM file of certificates, got ${path}: ${said}`);
  }
}

function readKey(path: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(path));
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    throw new EngineError("options/invalid", `c2paKey: expected a PEM file of a private key, got ${path}: ${said}`);
  }
}

/** A blob whose bytes are at hand, as those of browsers' workers are through a FileReaderSync. */
class HeldBlob extends Blob {
  readonly held: Uint8Array<ArrayBuffer>;

  constructor(held: Uint8Array<ArrayBuffer>) {
    super([held]);
    this.held = held;
  }

  override slice(start = 0, end = this.held.length): HeldBlob {
    return new HeldBlob(this.held.slice(start, end));
  }
}

class HeldReader {
  readAsArrayBuffer({ held }: HeldBlob): ArrayBuffer {
    return held.slice().buffer;
  }
}

type Library = typeof import("@contentauth/c2pa-wasm");
let loaded: Promise<Library> | undefined;

/** Nine megabytes that only signing needs. */
function library(): Promise<Library> {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url);
    const found = (await import("@contentauth/c2pa-wasm")) as Library;
    // The library reads blobs by what browsers' workers have for it, and finds it by this name.
    if (!("FileReaderSync" in globalThis)) Object.assign(globalThis, { FileReaderSync: HeldReader });
    await found.default({ module_or_path: readFileSync(require.resolve("@contentauth/c2pa-wasm/c2pa.wasm")) });
    return found;
  })();
  return loaded;
}
