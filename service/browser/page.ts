/** What every page of the service states about itself. */
function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

export const basePath = metaOf("base-path");
const csrfToken = metaOf("csrf-token");

/** The element with this id; throws if the page has none. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} ${id}`);
}

/** The service refused a request; `message` is a sentence for people. */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: Readonly<Record<string, unknown>>;
  /** How long to wait before another try, in ms; undefined if the answer does not say. */
  readonly retryMs: number | undefined;

  constructor(status: number, message: string, detail: Readonly<Record<string, unknown>>, retryMs: number | undefined) {
    super(message);
    this.status = status;
    this.detail = detail;
    this.retryMs = retryMs;
  }
}

/** Sends a request with the session's token. Throws `Refusal`, or the browser's error if the connection fails. */
export async function send(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${basePath}${path}`, {
    credentials: "same-origin",
    ...options,
    headers: { "x-csrf-token": csrfToken, ...options.headers },
  });
  if (answer.ok) return answer;
  throw await refusalOf(answer);
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  const body: unknown = await answer.json().catch(() => undefined);
  const { message, detail } = (typeof body === "object" && body !== null ? body : {}) as {
    message?: string;
    detail?: Record<string, unknown>;
  };
  const text = message ?? `The service answered ${answer.status}.`;
  return new Refusal(answer.status, text, detail ?? {}, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}

export async function sendJson(path: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await send(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
