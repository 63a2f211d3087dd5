import { launchBrowser } from "@/tools/stack/browser";
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
  /** When the largest part of the page stood there, after the navigation began. */
  readonly largestContentfulPaintMs: number;
};

/** A slow phone on a slow network. */
const SLOW = {
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 1_600_000 / 8,
  },
  cpu: { rate: 4 },
} as const;

type Asked = { readonly url: URL; bytes: number };

/** What happens after the place is shown comes later than this. */
const SETTLED_MS = 500;

/** Opens the waiting page in a fresh Chromium, slowed down on request, until the visitor's number is shown. */
export async function loadWaitingPage(
  {
    url,
    language,
    isSlow = false,
  }: {
    readonly url: string;
    readonly language: string;
    readonly isSlow?: boolean;
  },
  { say }: BenchContext,
): Promise<PageLoad> {
  const browser = await launchBrowser(say);
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: language });
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
    if (isSlow) {
      await network.send("Network.emulateNetworkConditions", SLOW.network);
      await network.send("Emulation.setCPUThrottlingRate", SLOW.cpu);
    }
    await page.goto(url);
    await page.waitForFunction(() =>
      /\d/.test(document.getElementById("number")?.textContent ?? ""),
    );
    isShown = true;
    await page.waitForTimeout(SETTLED_MS);
    const largestContentfulPaintMs = await page.evaluate(largestPaint);
    return { ...summary(url, [...asked.values()]), largestContentfulPaintMs };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(Math.round(list.getEntries().at(-1)?.startTime ?? 0));
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

function summary(url: string, asked: readonly Asked[]): Omit<PageLoad, "largestContentfulPaintMs"> {
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
