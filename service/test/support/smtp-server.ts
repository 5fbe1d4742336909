import { createServer, type Socket } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, with the encoding of the body undone. */
  readonly text: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** `silent`: accepts connections and never says a word; `refusing`: answers every recipient 450. */
  behave(how: "well" | "silent" | "refusing"): void;
  close(): Promise<void>;
}

/** A mail server of RFC 5321 without extensions, on a free port of this machine. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let how: "well" | "silent" | "refusing" = "well";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    if (how !== "silent") talk(socket, mails, () => how === "refusing");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    behave(next) {
      how = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function talk(socket: Socket, mails: ReceivedMail[], refuses: () => boolean): void {
  let from = "";
  let to: string[] = [];
  let data: string[] | undefined;
  let rest = "";
  const answer = (line: string) => socket.write(`${line}\r\n`);
  answer("220 test");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });

  function take(line: string): void {
    if (data) {
      if (line !== ".") {
        data.push(line.replace(/^\./, ""));
        return;
      }
      mails.push({ from, to, text: decode(data.join("\n")) });
      data = undefined;
      answer("250 kept");
      return;
    }
    const [, address = ""] = /<([^>]*)>/.exec(line) ?? [];
    const command = line.slice(0, 4).toUpperCase();
    if (command === "EHLO" || command === "HELO") answer("250 test");
    else if (command === "MAIL") {
      from = address;
      to = [];
      answer("250 ok");
    } else if (command === "RCPT") {
      if (!refuses()) to.push(address);
      answer(refuses() ? "450 later" : "250 ok");
    } else if (command === "DATA") {
      data = [];
      answer("354 go");
    } else if (command === "QUIT") {
      answer("221 bye");
      socket.end();
    } else answer("500 unknown");
  }
}

/** Undoes quoted-printable and base64. */
function decode(mail: string): string {
  const end = mail.indexOf("\n\n");
  const [headers, body] = [mail.slice(0, end), mail.slice(end + 2)];
  if (/^content-transfer-encoding: base64/im.test(headers))
    return `${headers}\n\n${Buffer.from(body, "base64").toString("utf8")}`;
  if (!/^content-transfer-encoding: quoted-printable/im.test(headers)) return mail;
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${headers}\n\n${Buffer.from(bytes, "latin1").toString("utf8")}`;
}
