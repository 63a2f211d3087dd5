import type { EventSettings } from "@/lib/domain/event/settings";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { alternate } from "../harness/medians";
import { ratiosOfRanges } from "../harness/ratios";
import { type BenchServers, type RoomService, withServers } from "../harness/servers";
import { withTls } from "../harness/tls";
import { loadWaitingPage } from "./load-page";
import { OWN_THEME } from "./own-theme";
import { findWorstLanguage } from "./worst-language";

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
  async measure(context) {
    return withServers(context, async (servers) => {
      const event = await openPageEvent(servers);
      const room = await startRoom(servers, await servers.describeRoom("room", 1));
      return await loadFrom(room, event, context);
    });
  },
  async compare(other, context) {
    return withServers(context, async (servers) => {
      const event = await openPageEvent(servers);
      const rooms = {
        ours: await servers.describeRoom("ours", 1),
        theirs: await servers.describeOtherRoom(other, "theirs"),
      };
      const ours = await startRoom(servers, rooms.ours);
      const theirs = await startRoom(servers, rooms.theirs);
      const loads = await alternate(COMPARED_LOADS, {
        ours: () => loadFrom(ours, event, context),
        theirs: () => loadFrom(theirs, event, context),
      });
      const ratios = ratiosOfRanges(loads.ours.map(flat), loads.theirs.map(flat));
      return { ratios, tolerance: 0 };
    });
  },
};

async function openPageEvent({ redis, master }: BenchServers): Promise<EventSettings> {
  await publishCustomer(redis, master, { [OWN]: OWN_THEME });
  return openEvent(redis, { eventId: "page", outflowPerMinute: 60, waiting: 123_455 });
}

type PageRoom = { readonly port: number; readonly tlsPort: number };

async function startRoom(servers: BenchServers, described: RoomService): Promise<PageRoom> {
  const room = await withTls(described);
  const { port } = await servers.run(room);
  return { port, tlsPort: room.tlsPort };
}

/** Loads the page of a waiting room, over TLS and without. */
async function loadFrom(
  { port, tlsPort }: PageRoom,
  { customerId, eventId, targetUrl }: EventSettings,
  context: BenchContext,
) {
  const path = `/?${new URLSearchParams({ c: customerId, e: eventId, t: targetUrl })}`;
  const { language, bytes: documentBytes } = await findWorstLanguage(port, path);
  context.say(
    `The document is largest in ${language}. Loading it in Chromium, over TLS and without`,
  );
  const url = `https://room.localhost:${tlsPort}${path}`;
  const secure = await loadWaitingPage({ url, language }, context);
  const slow = await loadWaitingPage({ url, language, isSlow: true }, context);
  const plain = await loadWaitingPage(
    { url: `http://room.localhost:${port}${path}`, language },
    context,
  );
  const themed = await loadWaitingPage({ url: `${url}&l=${OWN}`, language }, context);
  return {
    documentBytes,
    largestContentfulPaintMs: slow.largestContentfulPaintMs,
    bytes: secure.bytes,
    themedBytes: themed.bytes,
    requests: secure.requests,
    thirdParty: secure.thirdParty,
    bytesOf: secure.bytesOf,
    bytesOverHttp: plain.bytes,
  };
}

type Loaded = Awaited<ReturnType<typeof loadFrom>>;

/** Bytes and requests: times differ from load to load. */
function flat({
  bytesOf,
  largestContentfulPaintMs: _time,
  ...figures
}: Loaded): Record<string, number> {
  const parts = Object.entries(bytesOf).map(([name, bytes]) => [`bytesOf.${name}`, bytes]);
  return { ...figures, ...Object.fromEntries(parts) };
}
