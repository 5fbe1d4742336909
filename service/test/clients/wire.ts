import { describe, expect, test } from "vitest";
import { speak } from "../support/literal-request.ts";
import { smallPicture } from "../support/small-picture.ts";
import type { Answer, TestService } from "../support/test-service.ts";

// How requests look on the wire: names of headers and types in any case, bodies of any length, slashes, preflights.

const anyPicture = smallPicture(30);

/** `service`: once the tests run. */
export function requestsOnTheWire(service: () => TestService): void {
  const say = (text: string, bytes?: Uint8Array): Promise<Answer> => speak(service(), text, bytes);
  const key = () => service().keys[0];
  const registered = async (extra: object = {}): Promise<{ image: Answer["json"]; address: string }> => {
    const body = JSON.stringify({ image_name: `${crypto.randomUUID()}.jpg`, hdr: true, ...extra });
    const { json } = await say(`POST /v3/images\nx-api-key: ${key()}\n\n${body}`);
    return { image: json, address: String(json["upload_url"]) };
  };

  describe("headers and bodies", () => {
    test.each([
      "content-type: Application/JSON;Charset=UTF-8",
      "CONTENT-TYPE: APPLICATION/JSON",
      "Content-Type: text/plain;charset=UTF-8",
      "Content-Type: application/octet-stream",
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Type: json",
      "Content-Type:",
      "Accept: */*",
      "Transfer-Encoding: chunked",
    ])("a registration with the header %s is read as JSON", async (header) => {
      const name = `${crypto.randomUUID()}.jpg`;
      const answer = await say(`
        POST /v3/images/
        X-API-Key: ${key()}
        ${header}

        {"image_name": "${name}", "hdr": "True", "order_id": null}`);
      expect([answer.status, answer.json["image_name"], answer.json["hdr"]]).toEqual([200, name, true]);
    });

    test.each([
      ["nothing", "Accept: */*", ""],
      ["nothing, called JSON", "Content-Type: application/json", ""],
      ["an empty object", "Content-Type: application/json", "{}"],
      ["null", "Content-Type: application/json", "null"],
      ["a byte order mark and spaces", "Content-Type: application/json; charset=utf-8", "\uFEFF {} \r\n"],
      ["fields of null", "Content-Type: application/json", '{"images": null, "number_of_brackets_per_image": null}'],
    ])("%s is a body for an order, its process and its merge", async (_what, header, body) => {
      const { status, json: order } = await say(`POST /v3/orders/\nx-api-key: ${key()}\n${header}\n\n${body}`);
      expect([status, order["status"]]).toEqual([200, "waiting"]);
      for (const verb of ["process", "merge", "process/", "merge/"]) {
        const path = `/v3/orders/${order["order_id"]}/${verb}`;
        expect((await say(`POST ${path}\nx-api-key: ${key()}\n${header}\n\n${body}`)).status).toBe(200);
      }
    });

    test("every path is served with and without its last slash, and after a base that ends in one, and none redirects", async () => {
      const { image } = await registered();
      const [, bracket] = [image, await registered({ order_id: image["order_id"] })];
      const order = `/v3/orders/${image["order_id"]}`;
      const { json } = await say(`GET ${order}/brackets`);
      const [{ bracket_id }] = json["brackets"] as Answer["json"][];
      const paths = [
        ...["/v3/orders", order, `${order}/brackets`, `/v3/images/${bracket.image["image_id"]}`],
        `/v3/brackets/${bracket_id}`,
      ];
      for (const path of paths.flatMap((plain) => [plain, `${plain}/`, `/${plain}`])) {
        expect([path, (await say(`GET ${path}\nx-api-key: ${key()}`)).status]).toEqual([path, 200]);
      }
    });
  });

  describe("uploads", () => {
    test.each([
      ["as the documents say", "Content-Type: application/octet-stream\nx-api-key: {key}"],
      ["without the key", "Content-Type: image/jpeg"],
      ["with no type", "Accept: */*"],
      ["with a type in capitals", "CONTENT-TYPE: IMAGE/JPEG"],
      ["with a type that is none", "Content-Type: jpeg"],
      ["of curl", "User-Agent: curl/8.5.0\nAccept: */*\nContent-Type: application/x-www-form-urlencoded"],
      ["of curl, which asks first", "User-Agent: curl/7.88.1\nAccept: */*\nExpect: 100-continue"],
      ["of a stream of unknown length", "Content-Type: application/octet-stream\nTransfer-Encoding: chunked"],
      [
        "of a kit for S3",
        "Content-Type: application/octet-stream\nx-amz-acl: private\nx-amz-content-sha256: UNSIGNED-PAYLOAD",
      ],
      [
        "of a browser",
        "Content-Type: image/jpeg\nOrigin: https://a.example\nSec-Fetch-Mode: cors\nReferer: https://a.example/",
      ],
    ])("%s is taken", async (_what, headers) => {
      const { address } = await registered();
      const answer = await say(`PUT ${address}\n${headers.replace("{key}", key())}`, await anyPicture);
      expect(answer.status).toBe(200);
    });

    test.each([
      ["image/jpeg", "IMAGE/JPEG", 200],
      ["Image/JPEG", "image/jpeg", 200],
      ["image/jpeg", "image/jpeg;", 200],
      ["application/octet-stream", "application/octet-stream", 200],
      ["image/jpeg", "image/png", 403],
      ["image/jpeg", "application/octet-stream", 403],
      ["image/jpeg", "", 403],
    ])("registered as %j and sent as %j, the answer is %i", async (content_type, sent, status) => {
      const { address } = await registered({ content_type });
      expect(new URL(address).searchParams.get("content-type")).toBe(content_type);
      const header = sent === "" ? "Accept: */*" : `Content-Type: ${sent}`;
      expect((await say(`PUT ${address}\n${header}`, await anyPicture)).status).toBe(status);
    });
  });

  describe("browsers", () => {
    const id = crypto.randomUUID();
    test.each([
      ["POST", "/v3/images/", "content-type,x-api-key"],
      ["POST", "//v3/images/", "content-type,x-api-key"],
      ["POST", "/v3/images", "content-type,x-api-key,x-api-version,x-dev-mode"],
      ["GET", `/v3/images/${id}`, "content-type,x-api-key"],
      ["GET", `/v3/images/${id}/enhanced?preview=false`, "x-api-key,x-dev-mode"],
      ["DELETE", `/v3/images/${id}`, "x-api-key"],
      ["PATCH", `/v3/orders/${id}`, "content-type,x-api-key"],
      ["POST", `/v3/orders/${id}/process`, "content-type,x-api-key"],
      ["PUT", `/uploads/${id}?expires=1&signature=a`, "content-type"],
      ["PUT", `/uploads/${id}?expires=1&signature=a`, ""],
      ["GET", `/orders/${id}`, "x-api-key"],
    ])("are let in to %s %s with %j", async (method, path, asked) => {
      const answer = await say(
        `
        OPTIONS ${path}
        Accept: */*
        Access-Control-Request-Method: ${method}
        ${asked === "" ? "" : `Access-Control-Request-Headers: ${asked}`}
        Origin: https://studio.example
        Sec-Fetch-Mode: cors`.replace(/\n\s*\n/, "\n"),
      );
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(answer.headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
      if (asked !== "") expect(answer.headers.get("access-control-allow-headers")).toBe(asked);
    });
  });
}
