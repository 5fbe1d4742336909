import { readFileSync } from "node:fs";
import { Client } from "undici";
import { PatientClient } from "./kills/patient-client.ts";
import { largePicture } from "./large-picture.ts";

/** Registers `count` brackets, opens a connection for each, and sends a small picture over all of them at once. */
export async function runUploads(
  { address, key }: { readonly address: string; readonly key: string },
  count: number,
): Promise<{ statuses: Record<string, number>; seconds: number }> {
  const client = new PatientClient(address, key, new AbortController().signal);
  const orderId = crypto.randomUUID();
  const uploads: string[] = [];
  for (let i = 0; i < count; i++) {
    const bracket = await client.ask("POST", "/v3/brackets", { order_id: orderId, name: `${crypto.randomUUID()}.jpg` });
    uploads.push(String(bracket["upload_url"]));
  }
  const body = await largePicture(0.2, 0);
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  await Promise.all(
    uploads.map(async (upload) => {
      const status = await put(upload, body);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { brackets } = await client.ask("GET", `/v3/orders/${orderId}/brackets`);
  const kept = (brackets as { is_uploaded: boolean }[]).filter(({ is_uploaded }) => is_uploaded).length;
  if (kept !== (statuses["200"] ?? 0))
    throw new Error(`${kept} brackets are uploaded, of ${statuses["200"]} answered so`);
  return { statuses, seconds };
}

async function put(upload: string, body: Buffer): Promise<string> {
  const { origin, pathname, search } = new URL(upload);
  const connection = new Client(origin, { headersTimeout: 300_000, connectTimeout: 60_000 });
  try {
    const answer = await connection.request({ method: "PUT", path: pathname + search, body });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (error) {
    return error instanceof Error ? error.message : "failed";
  } finally {
    await connection.destroy();
  }
}

/** Resident memory of a process, now and at its most; Linux alone. */
export function memoryOf(pid: number): { residentMb: number; maxMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { residentMb: read("VmRSS"), maxMb: read("VmHWM") };
}
