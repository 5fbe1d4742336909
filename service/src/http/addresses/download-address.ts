import type { Parts } from "../../parts.ts";

/** An address that returns the bytes of `path` (with its query) without a key, until it expires. */
export function downloadAddress({ config, secrets, publicUrl }: Parts, path: string, query: URLSearchParams): string {
  const signed = new URLSearchParams(query);
  signed.set("expires", String(Math.floor(Date.now() / 1000) + config.downloadMinutes * 60));
  signed.sort();
  signed.set("signature", secrets.sign("download", `${path}?${signed}`));
  return `${publicUrl()}${path}?${signed}`;
}

/** Whether the query carries a valid signature of this path that has not expired. */
export function isSignedDownload({ secrets }: Pick<Parts, "secrets">, path: string, query: URLSearchParams): boolean {
  const signature = query.get("signature") ?? "";
  const rest = new URLSearchParams(query);
  rest.delete("signature");
  rest.sort();
  return Number(rest.get("expires")) * 1000 > Date.now() && secrets.verify("download", `${path}?${rest}`, signature);
}
