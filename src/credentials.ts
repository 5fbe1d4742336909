import { createPrivateKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { EngineError, wrapError } from "./errors/index.ts";
import type { PictureSigner, SignedFacts } from "./pipeline/tools.ts";

/** Bytes reserved for the certificate chain and the signature; the rest is padding. */
const signatureBytes = 12_288;

/**
 * Makes a signer from a PEM file of certificates, the signer's first, followed by its issuers', and a PEM file of the
 * key. Throws `options/invalid` if they cannot be read or do not belong together.
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
 * The manifest lists the photographs only by name and hash, without their metadata, such as locations. The reference
 * frame is the parent of the result, the others are components.
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

/** The C2PA action for an operation (C2PA 2.1, 18.15.2). */
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

/** A blob with synchronous access to its bytes, as FileReaderSync gives it in browser workers. */
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

/** Loads the library on demand: its 9 MB are only needed for signing. */
function library(): Promise<Library> {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url);
    const found = (await import("@contentauth/c2pa-wasm")) as Library;
    // The library reads blobs with this class of browser workers, which it finds by its global name.
    if (!("FileReaderSync" in globalThis)) Object.assign(globalThis, { FileReaderSync: HeldReader });
    await found.default({ module_or_path: readFileSync(require.resolve("@contentauth/c2pa-wasm/c2pa.wasm")) });
    return found;
  })();
  return loaded;
}

/** Signature algorithm of a key (RFC 9053; C2PA 2.1, 13.2): its name, COSE number, digest and curve. */
interface SigningWay {
  readonly name: "es256" | "es384" | "es512" | "ed25519" | "ps256";
  readonly number: number;
  readonly digest?: string;
}

const curves: Readonly<Record<string, SigningWay>> = {
  prime256v1: { name: "es256", number: -7, digest: "sha256" },
  secp384r1: { name: "es384", number: -35, digest: "sha384" },
  secp521r1: { name: "es512", number: -36, digest: "sha512" },
};

/** The algorithm for a key. Throws `options/invalid` for keys that content credentials do not support. */
function signingWayOf(key: KeyObject): SigningWay {
  const way = curves[key.asymmetricKeyDetails?.namedCurve ?? ""];
  if (way) return way;
  if (key.asymmetricKeyType === "ed25519") return { name: "ed25519", number: -8 };
  if (key.asymmetricKeyType === "rsa") return { name: "ps256", number: -37, digest: "sha256" };
  const type = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
  throw new EngineError(
    "options/invalid",
    `c2paKey: expected a key of P-256, P-384, P-521, Ed25519 or RSA, got ${type}`,
  );
}

const pssPadding = 6; // RSA_PKCS1_PSS_PADDING
const saltOfSha256 = 32;

/**
 * COSE_Sign1 of a claim (RFC 9052, 4.2), with the certificates in the signed part, padded to `length` bytes as C2PA
 * 2.1, 13.2 requires.
 */
function coseSign1(
  claim: Uint8Array,
  key: KeyObject,
  chain: readonly Uint8Array[],
  length: number,
): Uint8Array<ArrayBuffer> {
  const way = signingWayOf(key);
  const certificates = chain.length === 1 ? bytes(chain[0]) : list(...chain.map(bytes));
  const header = bytes(map(integer(1), integer(way.number), integer(33), certificates));
  const signed = list(text("Signature1"), header, bytes(new Uint8Array()), bytes(claim));
  const form =
    key.asymmetricKeyType === "rsa"
      ? ({ padding: pssPadding, saltLength: saltOfSha256 } as const)
      : ({ dsaEncoding: "ieee-p1363" } as const);
  const signature = bytes(sign(way.digest, signed, { key, ...form }));
  const withPadding = (size: number) =>
    Buffer.concat([
      Buffer.from([0xd2]),
      list(header, map(text("pad"), bytes(Buffer.alloc(size))), Buffer.from([0xf6]), signature),
    ]);
  // The size of the padding's length field counts, too.
  let size = length - withPadding(0).length;
  while (size >= 0 && withPadding(size).length > length) size--;
  const whole = size < 0 ? undefined : withPadding(size);
  if (whole?.length !== length)
    throw new EngineError("options/invalid", `c2paCert: expected certificates that fit into ${length} bytes`);
  return Uint8Array.from(whole);
}

/** Heads of CBOR values (RFC 8949, 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 2 ** 8) return Buffer.from([(major << 5) | 24, value]);
  const wide = Buffer.alloc(value < 2 ** 16 ? 3 : 5);
  wide[0] = (major << 5) | (wide.length === 3 ? 25 : 26);
  wide.writeUIntBE(value, 1, wide.length - 1);
  return wide;
}

function bytes(value: Uint8Array): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function list(...values: readonly Uint8Array[]): Buffer {
  return Buffer.concat([head(4, values.length), ...values]);
}

function map(...values: readonly Uint8Array[]): Buffer {
  return Buffer.concat([head(5, values.length / 2), ...values]);
}

function integer(value: number): Buffer {
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}
