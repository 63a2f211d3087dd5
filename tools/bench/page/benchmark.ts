import type { EventSettings } from "@/lib/domain/event/settings";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { ask } from "@/tools/shared/ask";
import { withBrowser } from "@/tools/stack/browser";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { loadCertificate } from "@/tools/stack/tls";
import type { Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { alternate } from "../harness/medians";
import type { OtherBuild } from "../harness/other-build";
import { ratiosOfRanges } from "../harness/ratios";
import { type BenchServers, withServers } from "../harness/servers";
import { OWN_THEME } from "./own-theme";

/** Document and answers hold moments, whose compressed length differs by a byte or two between loads. */
const COMPARED_LOADS = 6;

const OWN = "own";

/**
 * A browser that has been nowhere yet opens the waiting page: all that it loads until the visitor's
 * place is shown. Bytes are those of the network, with headers, as Chromium counts them; `documentBytes` is the
 * compressed document without. The largest paint is that of a slow phone on a slow network: 150 ms, 1.6 Mbit/s, a
 * fourth of the processor.
 */
export const page: Benchmark = {
  about: "what a browser loads until the visitor's place is shown, in the language that needs most",
  measure: () =>
    withServers(async (servers) => {
      const event = await openPageEvent(servers);
      return (await startRoom(servers, event, "room"))();
    }),
  compare: (other) =>
    withServers(async (servers) => {
      const event = await openPageEvent(servers);
      const loads = await alternate(COMPARED_LOADS, {
        ours: await startRoom(servers, event, "ours"),
        theirs: await startRoom(servers, event, "theirs", other),
      });
      const all = ratiosOfRanges(loads.ours, loads.theirs);
      // Times differ from load to load.
      const { largestContentfulPaintMs: _time, ...ratios } = all;
      return { ratios, tolerance: 0 };
    }),
};

async function openPageEvent({ redis, master }: BenchServers): Promise<EventSettings> {
  await publishCustomer(redis, master, { [OWN]: OWN_THEME });
  return openEvent(redis, { eventId: "page", outflowPerMinute: 60, waiting: 123_455 });
}

/** Starts a waiting room that listens on TLS, too; answers what loads its page. */
async function startRoom(
  servers: BenchServers,
  { customerId, eventId, targetUrl }: EventSettings,
  ...[name, build]: [name: string, build?: OtherBuild]
) {
  const { certificateFile, keyFile } = await loadCertificate(await temporaryDirectory("bench-"));
  const env = { TLS_CERTIFICATE_FILE: certificateFile, TLS_KEY_FILE: keyFile };
  const room = await servers.describeRoom(name, { env, ...(build && { build }) });
  await servers.run(room);
  const path = `/?${new URLSearchParams({ c: customerId, e: eventId, t: targetUrl })}`;
  const url = `https://room.localhost:${room.tlsPort}${path}`;
  return async () => {
    const { language, bytes: documentBytes } = await findWorstLanguage(
      `http://room.localhost:${room.port}${path}`,
    );
    say(`The document is largest in ${language}. Loading it in Chromium`);
    const secure = await loadWaitingPage(url, language);
    const slow = await loadWaitingPage(url, language, true);
    const themed = await loadWaitingPage(`${url}&l=${OWN}`, language);
    const { largestContentfulPaintMs } = slow;
    return { documentBytes, ...secure, themedBytes: themed.bytes, largestContentfulPaintMs };
  };
}

/** The built-in language whose document, compressed as for a browser that reads it, is largest. */
async function findWorstLanguage(url: string) {
  const documents: { readonly language: string; readonly bytes: number }[] = [];
  for (const language of Object.keys(LANGUAGES)) {
    const accept = { accept: "text/html", "accept-encoding": "br", "accept-language": language };
    const { headers } = await ask(url, { headers: accept });
    documents.push({ language, bytes: Number(headers["content-length"]) });
  }
  return documents.reduce((one, other) => (other.bytes > one.bytes ? other : one));
}

const RATE = 1_600_000 / 8;
const SLOW = {
  network: { offline: false, latency: 150, downloadThroughput: RATE, uploadThroughput: RATE },
  cpu: { rate: 4 },
} as const;

type Asked = { readonly url: URL; bytes: number };

/** What happens after the place is shown comes later than this. */
const SETTLED_MS = 500;

/** Opens the waiting page in a fresh Chromium, slowed down on request, until the visitor's number is shown. */
function loadWaitingPage(url: string, language: string, isSlow = false) {
  return withBrowser(async (browser) => {
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
    // When the largest part of the page stood there, after the navigation began.
    return { ...summary(url, [...asked.values()]), largestContentfulPaintMs };
  });
}

/** Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(Math.round(list.getEntries().at(-1)?.startTime ?? 0));
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

function summary(url: string, asked: readonly Asked[]) {
  const unfinished = asked.find(({ bytes }) => bytes === 0);
  if (unfinished !== undefined) throw new Error(`${unfinished.url} was not loaded.`);
  const { host } = new URL(url);
  return {
    /** Of everything, the document included, as the network carried it, with headers. */
    bytes: asked.reduce((sum, one) => sum + one.bytes, 0),
    /** After the document. */
    requests: asked.length - 1,
    /** To other hosts than the page's. */
    thirdParty: asked.filter((one) => one.url.host !== host).length,
  };
}
