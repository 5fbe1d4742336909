import type { Page } from "playwright-core";

/** How long after a page's load its modules may still begin to load something, in ms. */
const settleMs = 300;

/**
 * Opens an address in a browser whose cache is empty. Returns the status of the page, and the bytes that were sent for
 * it with headers, without pictures.
 */
export async function weighPage(page: Page, url: string): Promise<{ readonly status: number; readonly bytes: number }> {
  const cdp = await page.context().newCDPSession(page);
  const pictures = new Set<string>();
  let bytes = 0;
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    if (/^image\/(?!svg)/.test(response.mimeType)) pictures.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  await cdp.send("Network.enable");
  const answer = await page.goto(url);
  await page.waitForTimeout(settleMs);
  await cdp.detach();
  return { status: answer?.status() ?? 0, bytes };
}
