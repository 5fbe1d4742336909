import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "../../config/config.ts";
import { type Html, html } from "./html.ts";

/** What every page needs to know about its address. */
export interface Site {
  /** Prefix of every path: a proxy may serve the service under a subpath. */
  readonly base: string;
  /** Whether browsers reach it by https. */
  readonly isSecure: boolean;
  readonly files: ReadonlyMap<string, PublicFile>;
  /** Addresses of the public files. */
  readonly stylesheet: string;
  readonly icon: string;
}

interface PublicFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const folder = new URL("../../../public/", import.meta.url);

/** Reads the public files. Each name contains a hash, so browsers may cache the file for ever. */
export async function openSite({ publicUrl }: Pick<Config, "publicUrl">): Promise<Site> {
  const base = publicUrl ? new URL(publicUrl).pathname.replace(/\/+$/, "") : "";
  const files = new Map<string, PublicFile>();
  const [stylesheet, icon] = [await keep("settings", "css", "text/css"), await keep("icon", "svg", "image/svg+xml")];
  return { base, isSecure: publicUrl?.startsWith("https:") ?? false, files, stylesheet, icon };

  async function keep(name: string, extension: string, type: string): Promise<string> {
    const bytes = await readFile(new URL(`${name}.${extension}`, folder));
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const hashed = `${name}-${hash}.${extension}`;
    files.set(hashed, { type: `${type}; charset=utf-8`, bytes });
    return `${base}/settings/files/${hashed}`;
  }
}

/** Pages load from, send to and may be framed by this origin only, and run no scripts. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Set on every answer below `app`, including errors. */
export function sendSecurityHeaders(app: FastifyInstance, { isSecure }: Site): void {
  const headers = {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
}

export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(html`<!doctype html>${page}`.text);
}
