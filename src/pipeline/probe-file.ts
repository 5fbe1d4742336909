import { type Format, getCodec, type Probe } from "../codecs/index.ts";
import { readHead, readSource, withParts } from "./disk/index.ts";

/**
 * Number of bytes read first: enough for the headers of nearly all photographs, with profiles, previews and maker
 * notes.
 */
const headBytes = 256 * 1024;

/** Reads format and size of a file; `fileName` is its name in messages. Throws the errors of its codec. */
export async function probeFile(
  path: string,
  fileName: string,
  maxFileBytes: number,
): Promise<{ format: Format; probe: Probe }> {
  return (await probeHead(path, fileName)) ?? probeWhole(await readSource(path, maxFileBytes), fileName);
}

/** The headers from parts of a larger file; `undefined` if those parts may not contain all of them. */
async function probeHead(path: string, fileName: string): Promise<{ format: Format; probe: Probe } | undefined> {
  const head = await readHead(path, headBytes);
  if (head.length < headBytes) return undefined;
  const { format, probesHead, probeParts } = getCodec(head);
  if (probesHead) return probeWhole(head, fileName).catch(() => undefined);
  if (!probeParts) return undefined;
  return withParts(path, probeParts).then(
    (probe) => ({ format, probe }),
    () => undefined,
  );
}

async function probeWhole(bytes: Uint8Array, fileName: string): Promise<{ format: Format; probe: Probe }> {
  const codec = getCodec(bytes);
  return { format: codec.format, probe: await codec.probe(bytes, fileName) };
}
