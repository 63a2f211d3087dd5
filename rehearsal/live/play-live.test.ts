import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import type { LiveOutcome } from "@/lib/domain/rehearsal/live";
import { everythingQueues } from "@/lib/domain/rehearsal/test-rule";
import { TEST_SITE_HOST } from "@/lib/domain/rehearsal/test-site";
import type { LiveScene } from "../messages";
import { playLive } from "./play-live";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sceneAt(waitingRoomOrigin: string): LiveScene {
  const config = buildIntegrationConfig({
    customer: { customerId: "testco", name: "Test" },
    rules: [everythingQueues("copy")],
    events: [{ eventId: "copy", sessionMinutes: 20, sessionMode: "sliding" }],
    version: 1,
    publishDate: new Date(),
    queueDomain: "room.example",
  });
  return {
    plan: { people: 5, arriveSeconds: 1, outflowPerMinute: 60, noShowPercent: 0, minutes: 1 },
    customerId: "testco",
    eventId: "copy",
    secret: "a".repeat(72),
    config,
    waitingRoomOrigin,
    isInOrder: true,
    siteHost: TEST_SITE_HOST,
  };
}

test.each([
  ["at once", 0],
  ["after some pages", 3],
])(
  "no test visitor goes on to the customer's shop, whoever sends them there %s",
  async (_, hops) => {
    const atShop: string[] = [];
    const shop = await serve(({ url = "" }, response) => {
      atShop.push(url);
      response.end("The shop.");
    });
    let atRoom = 0;
    const room = await serve(({ url = "" }, response) => {
      if (url.endsWith("line.json")) return response.end("{}");
      atRoom += 1;
      const done = Number(/hop=(\d+)/.exec(url)?.[1] ?? 0);
      const location = done < hops ? `/?hop=${done + 1}` : `${shop}/tickets`;
      return response.writeHead(302, { location }).end();
    });
    const told: LiveOutcome[] = [];
    await playLive(sceneAt(room), (outcome) => told.push(outcome));
    expect(atRoom).toBe(5 * (hops + 1));
    expect(atShop).toEqual([]);
    const host = new URL(shop).host;
    expect(told.at(-1)).toMatchObject({
      arrived: 5,
      admitted: 0,
      errors: 5,
      problems: [`sent to ${host}, where test visitors do not go`],
    });
  },
);
