import { expect, test } from "vitest";
import { checkWebhookUrl, publicLookup, RefusedAddress } from "../../src/webhooks/webhook-address.ts";

test.each([
  "http://127.0.0.1/",
  "http://0x7f000001/",
  "http://2130706433/",
  "http://127.1/",
  "http://0177.0.0.1/",
  "http://0.0.0.0/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://100.64.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[fd00::1]/",
  "http://localhost:3000/hook",
  "http://LOCALHOST./",
  "http://hook.localhost/",
])("%s is refused as not public", (url) => {
  expect(() => checkWebhookUrl(url, false)).toThrow(RefusedAddress);
  expect(() => checkWebhookUrl(url, true)).not.toThrow();
});

test.each(["ftp://example.org/", "file:///etc/passwd", "example.org/hook", "", "https://user:word@example.org/"])(
  "%j is refused even where private addresses are allowed",
  (url) => {
    expect(() => checkWebhookUrl(url, true)).toThrow(RefusedAddress);
  },
);

test.each(["https://example.org/hook", "http://93.184.215.14:8080/", "https://[2606:2800:21f:cb07::1]/"])(
  "%s is accepted",
  (url) => {
    expect(checkWebhookUrl(url, false).href).toBe(url);
  },
);

test.each([true, false])(
  "a name that resolves to this machine is refused (all addresses asked for: %s)",
  async (all) => {
    const error = await new Promise((resolve) => publicLookup("localhost", { all }, resolve));
    expect(error).toBeInstanceOf(RefusedAddress);
  },
);
