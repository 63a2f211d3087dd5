import { chromium } from "playwright";
import { requireBrowser } from "@/tools/stack/browser";
import type { BenchContext } from "../harness/benchmark";

/** What one load has shown. */
export type PageLoad = {
  /** Of everything, the document included, as the network carried it, with headers. */
  readonly bytes: number;
  /** After the document. */
  readonly requests: number;
  /** To other hosts than the page's. */
  readonly thirdParty: number;
  /** Bytes by what was asked. */
  readonly bytesOf: Readonly<Record<string, number>>;
};

type Asked = { readonly url: URL; bytes: number };

/** What happens after the place is shown comes later than this. */
const SETTLED_MS = 500;

/** Opens the waiting page in a fresh Chromium until the visitor's number is shown. */
export async function loadWaitingPage(url: string, { say }: BenchContext): Promise<PageLoad> {
  const browser = await chromium.launch({
    executablePath: requireBrowser(say),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const asked = new Map<string, Asked>();
    let isShown = false;
    network.on("Network.requestWillBeSent", ({ requestId, request }) => {
      const address = new URL(request.url);
      if (!isShown && address.protocol !== "data:")
        asked.set(requestId, { url: address, bytes: 0 });
    });
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const one = asked.get(requestId);
      if (one !== undefined) one.bytes = encodedDataLength;
    });
    await network.send("Network.enable");
    await page.goto(url);
    await page.waitForFunction(() =>
      /\d/.test(document.getElementById("number")?.textContent ?? ""),
    );
    isShown = true;
    await page.waitForTimeout(SETTLED_MS);
    return summary(url, [...asked.values()]);
  } finally {
    await browser.close();
  }
}

function summary(url: string, asked: readonly Asked[]): PageLoad {
  const unfinished = asked.find(({ bytes }) => bytes === 0);
  if (unfinished !== undefined) throw new Error(`${unfinished.url} was not loaded.`);
  const { host } = new URL(url);
  return {
    bytes: asked.reduce((sum, one) => sum + one.bytes, 0),
    requests: asked.length - 1,
    thirdParty: asked.filter((one) => one.url.host !== host).length,
    bytesOf: Object.fromEntries(asked.map((one) => [nameOf(one.url), one.bytes])),
  };
}

function nameOf({ pathname }: URL): string {
  if (pathname === "/") return "document";
  return pathname.startsWith("/assets/") ? "script" : (pathname.split("/").at(-1) ?? pathname);
}
