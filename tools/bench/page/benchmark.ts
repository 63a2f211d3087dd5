import type { Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { startServers } from "../harness/servers";
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
      await publishCustomer(servers.redis, servers.master);
      const event = await openEvent(servers.redis, {
        eventId: "page",
        outflowPerMinute: 60,
        waiting: 123_455,
      });
      const room = await withTls(await servers.describeRoom("room", 1));
      const { port } = await servers.run(room);
      const path = `/?${new URLSearchParams({ c: event.customerId, e: event.eventId, t: event.targetUrl })}`;
      context.say("Loading the page in Chromium, over TLS and without");
      const secure = await loadWaitingPage(
        `https://room.localhost:${room.tlsPort}${path}`,
        context,
      );
      const plain = await loadWaitingPage(`http://room.localhost:${port}${path}`, context);
      return {
        bytes: secure.bytes,
        requests: secure.requests,
        thirdParty: secure.thirdParty,
        bytesOf: secure.bytesOf,
        bytesOverHttp: plain.bytes,
      };
    } finally {
      await servers.close();
    }
  },
};
