import type { Parts } from "../../parts.ts";

/** The right that an upload address grants: to upload the bytes of one bracket, once, until it expires. */
export interface UploadGrant {
  readonly bracketId: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The required Content-Type of the upload; null: any. */
  readonly contentType: string | null;
}

/** When an address made now expires, in whole seconds since 1970. */
export function uploadExpiry({ config }: Pick<Parts, "config">, now: Date): number {
  return Math.floor(now.getTime() / 1000) + config.uploadMinutes * 60;
}

/**
 * Where to PUT the bytes of a bracket: an address of the service, or with `--direct-uploads` one of the store. Clients
 * read the parameter `content-type` off the address and send it with the bytes.
 */
export async function uploadAddress(parts: Parts, { bracketId, expires, contentType }: UploadGrant): Promise<string> {
  const { config, secrets, publicUrl, storage } = parts;
  if (config.directUploads && storage.direct) {
    return storage.direct.address(bracketId, contentType, expires - Math.floor(Date.now() / 1000));
  }
  const query = new URLSearchParams({
    expires: String(expires),
    "content-type": contentType ?? "application/octet-stream",
    ...(contentType === null ? {} : { bound: "1" }),
    signature: secrets.sign("upload", textOf({ bracketId, expires, contentType })),
  });
  return `${publicUrl()}/uploads/${bracketId}?${query}`;
}

/**
 * The grant that an address carries; undefined if it was not signed here or was changed. Does not check the expiry.
 */
export function readUploadAddress(
  { secrets }: Pick<Parts, "secrets">,
  bracketId: string,
  query: Readonly<Record<string, string | undefined>>,
): UploadGrant | undefined {
  const expires = Number(query["expires"]);
  const contentType = query["bound"] === "1" ? (query["content-type"] ?? "") : null;
  const grant = { bracketId, expires, contentType };
  return secrets.verify("upload", textOf(grant), query["signature"] ?? "") ? grant : undefined;
}

function textOf({ bracketId, expires, contentType }: UploadGrant): string {
  return JSON.stringify([bracketId, expires, contentType]);
}
