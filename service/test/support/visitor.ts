/** A signed-in browser that may talk to several processes of one service: its cookies and the token of its session. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  #csrf = "";

  /** Signs in at `origin` by the form for people. Throws if that is refused. */
  async signIn(origin: string, email: string, password: string): Promise<void> {
    await this.get(origin, "/sign-in");
    const answer = await this.post(origin, "/sign-in", { email, password });
    if (answer.status !== 303) throw new Error(`the sign-in was refused: ${answer.status}`);
    await this.get(origin, "/settings");
  }

  /** Its cookies, as a header has them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The token of its session, as scripts send it. */
  get csrf(): string {
    return this.#csrf;
  }

  async ask(origin: string, path: string, options: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.cookie, "x-csrf-token": this.#csrf, ...options.headers };
    const answer = await fetch(new URL(path, origin), { redirect: "manual", ...options, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  /** A page, whose token later requests have. */
  async get(origin: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await this.ask(origin, path);
    const text = await answer.text();
    this.#csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.#csrf;
    return { status: answer.status, text };
  }

  post(origin: string, path: string, form: Readonly<Record<string, string>>): Promise<Response> {
    return this.ask(origin, path, { method: "POST", body: new URLSearchParams({ csrf: this.#csrf, ...form }) });
  }

  async sendJson<Answer>(origin: string, path: string, body: object): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const answer = await this.ask(origin, path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  /** Sends a part of a file. */
  sendPart(origin: string, id: string, offset: number, part: Buffer): Promise<Response> {
    const headers = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
    return this.ask(origin, `/app/uploads/${id}`, { method: "PATCH", body: new Uint8Array(part), headers });
  }
}
