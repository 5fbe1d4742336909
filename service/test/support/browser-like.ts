import type { FastifyInstance } from "fastify";

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly location: string | undefined;
}

/** Keeps cookies and the form token of the last page, as a browser does; does not follow redirects. */
export class BrowserLike {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #ip: string;
  csrf = "";

  constructor(app: FastifyInstance, ip = "127.0.0.1") {
    this.#app = app;
    this.#ip = ip;
  }

  get(path: string): Promise<Page> {
    return this.#send("GET", path);
  }

  /** With the token of the last page unless `form` has one. */
  post(path: string, form: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send("POST", path, new URLSearchParams({ csrf: this.csrf, ...form }).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    });
  }

  async signIn(email: string, password: string): Promise<Page> {
    await this.get("/sign-in");
    const page = await this.post("/sign-in", { email, password });
    if (page.status === 303) await this.get("/settings");
    return page;
  }

  async #send(method: "GET" | "POST", url: string, payload?: string, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#app.inject({
      method,
      url,
      remoteAddress: this.#ip,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    this.csrf = /name="csrf" value="([^"]+)"/.exec(answer.body)?.[1] ?? this.csrf;
    const location = answer.headers.location;
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, location };
  }
}
