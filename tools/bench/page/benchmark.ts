import type { EventSettings } from "@/lib/domain/event/settings";
import { ratiosOf } from "../against/ratios";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { type BenchServers, type RoomService, startServers } from "../harness/servers";
import { withTls } from "../harness/tls";
import { loadWaitingPage } from "./load-page";

/**
 * A browser that has been nowhere yet opens the waiting page: all that it loads until the visitor's
 * place is shown. Bytes are those of the network, with headers, as Chromium counts them.
 */
export const page: Benchmark = {
  about: "what a browser loads until the visitor's place is shown: bytes, requests, third parties",
  bars: [
    { figure: "bytes", atMost: 14 * 1_024 },
    { figure: "requests", atMost: 2 },
    { figure: "thirdParty", atMost: 0 },
  ],
  async measure(context) {
    const servers = await startServers(context);
    try {
      const event = await openPageEvent(servers);
      return await loadFrom(servers, event, await servers.describeRoom("room", 1), context);
    } finally {
      await servers.close();
    }
  },
  async compare(other, context) {
    const servers = await startServers(context);
    try {
      const event = await openPageEvent(servers);
      const rooms = {
        ours: await servers.describeRoom("ours", 1),
        theirs: await servers.describeOtherRoom(other, "theirs"),
      };
      const ours = await loadFrom(servers, event, rooms.ours, context);
      const theirs = await loadFrom(servers, event, rooms.theirs, context);
      return { ratios: ratiosOf(flat(ours), flat(theirs)), tolerance: 0 };
    } finally {
      await servers.close();
    }
  },
};

async function openPageEvent({ redis, master }: BenchServers): Promise<EventSettings> {
  await publishCustomer(redis, master);
  return openEvent(redis, { eventId: "page", outflowPerMinute: 60, waiting: 123_455 });
}

/** Starts a waiting room and loads its page, over TLS and without. */
async function loadFrom(
  servers: BenchServers,
  event: EventSettings,
  described: RoomService,
  context: BenchContext,
) {
  const room = await withTls(described);
  const { port } = await servers.run(room);
  const path = `/?${new URLSearchParams({ c: event.customerId, e: event.eventId, t: event.targetUrl })}`;
  context.say("Loading the page in Chromium, over TLS and without");
  const secure = await loadWaitingPage(`https://room.localhost:${room.tlsPort}${path}`, context);
  const plain = await loadWaitingPage(`http://room.localhost:${port}${path}`, context);
  return {
    bytes: secure.bytes,
    requests: secure.requests,
    thirdParty: secure.thirdParty,
    bytesOf: secure.bytesOf,
    bytesOverHttp: plain.bytes,
  };
}

type Loaded = Awaited<ReturnType<typeof loadFrom>>;

function flat({ bytesOf, ...figures }: Loaded): Record<string, number> {
  const parts = Object.entries(bytesOf).map(([name, bytes]) => [`bytesOf.${name}`, bytes]);
  return { ...figures, ...Object.fromEntries(parts) };
}
