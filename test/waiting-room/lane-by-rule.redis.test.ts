import { describe, expect, test } from "vitest";
import { hmacSha256Hex } from "@/connectors/src/core";
import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import { createConnector } from "@/connectors/src/host";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { configText } from "@/lib/domain/integration-config/config-text";
import type { Lanes } from "@/lib/domain/lane/lane";
import { eventKeys } from "@/lib/line/keys";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { passTime } from "@/test/line";
import { queueRule } from "@/test/public-connector/public-site";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, cookieOf, customerId, id, publish, redis, secret } = room;

const lane = (key: string) => ({ key, name: key, weight: 10, fromRelativeQuality: null });
/** Members go before everybody else, and resellers behind them. */
const LANES: Lanes = {
  mode: "ordered",
  defaultLane: "main",
  lanes: [lane("members"), lane("main"), lane("resellers")],
};
const [MEMBERS, MAIN, RESELLERS] = [0, 1, 2];

/** An event with a rule for each lane, its waiting room, and a site with our connector. */
async function openShop(changes: { lanes?: Lanes; connectorSecret?: string } = {}) {
  const opened = await room.open({ lanes: changes.lanes ?? LANES, queueAll: true });
  const config = buildIntegrationConfig({
    customer: { customerId, name: "Test" },
    rules: [
      queueRule(opened, "/members", { alwaysWait: false, lane: "members" }),
      queueRule(opened, "/resellers", { alwaysWait: false, lane: "resellers" }),
      queueRule(opened, "/", { alwaysWait: false }),
    ],
    events: [opened.settings],
    version: 1,
    publishDate: new Date(),
    queueDomain: "room.test",
  });
  const text = configText(config);
  await publish({ config: text });
  const connector = createConnector(
    {
      customerId,
      secrets: [changes.connectorSecret ?? secret],
      config: JSON.parse(text),
      failOpen: false,
    },
    {
      name: "stanchion-test",
      version: "1.0.0",
      platform: "test",
      fetch: () => Promise.reject(new Error("Nothing is pulled")),
      hmac: hmacSha256Hex,
    },
  );
  /** Where the connector sends somebody who asks for a page. */
  const sentTo = (path: string): URL => {
    const url = `https://shop.example${path}`;
    const verdict = connector.check({ url, method: "GET", header: () => undefined });
    return new URL(/https:\/\/room\.test[^\s"]*/.exec(JSON.stringify(verdict))?.[0] ?? "");
  };
  return { ...opened, sentTo };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** What the page of an address hands to its script. */
async function pageData(address: URL): Promise<Record<string, string | null>> {
  const headers = { accept: "text/html", "sec-fetch-mode": "navigate" };
  const page = await call("GET", `${address.pathname}${address.search}`, { headers });
  return JSON.parse(/id="stanchion">(.*?)<\/script>/.exec(page.body)?.[1] ?? "{}");
}

/** A browser that follows the redirect, and joins as the page's script does. */
async function joinFrom(shop: Shop, address: URL, joinId = id()): Promise<Reply> {
  const { lane: signed, rule, enqueueToken } = await pageData(address);
  const given = Object.entries({ lane: signed, rule, enqueueToken });
  const form = Object.fromEntries(given.flatMap(([name, text]) => (text ? [[name, text]] : [])));
  return call("POST", `${shop.base}/join`, { form: { joinId, ...form } });
}

const placeOf = (reply: Reply) => {
  const { number, line } = JSON.parse(reply.body);
  return { number, lane: line?.lane };
};

describe("a rule sends its visitors into a lane", () => {
  test("by our connector, each of its rules into its own", async () => {
    const shop = await openShop();
    const lanes: unknown[] = [];
    for (const path of ["/members/1", "/resellers", "/anything", "/members/2"]) {
      lanes.push(placeOf(await joinFrom(shop, shop.sentTo(path))));
    }
    expect(lanes).toEqual([
      { lane: MEMBERS, number: 1 },
      { lane: RESELLERS, number: 1 },
      { lane: MAIN, number: 1 },
      { lane: MEMBERS, number: 2 },
    ]);
  });

  test("also when the visitor joins without JavaScript", async () => {
    const shop = await openShop();
    const { pathname, search } = shop.sentTo("/members");
    const page = await call("GET", pathname + search, { headers: { accept: "text/html" } });
    const hidden = /name="lane" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
    const joined = await call("POST", `${shop.base}/join`, {
      form: { joinId: id(), lane: hidden },
    });
    expect(placeOf(joined)).toMatchObject({ lane: MEMBERS });
  });

  test("and a join that is repeated keeps its number there", async () => {
    const shop = await openShop();
    const address = shop.sentTo("/members");
    const joinId = id();
    const [first, again] = [
      await joinFrom(shop, address, joinId),
      await joinFrom(shop, address, joinId),
    ];
    expect(placeOf(again)).toEqual(placeOf(first));
    expect(await redis.hget(eventKeys(shop.settings).line, "last")).toBe("1");
  });

  test("beside an enqueue token that says nothing of a lane, and not beside one that does", async () => {
    const shop = await openShop({
      lanes: { ...LANES, lanes: [lane("members"), { ...lane("main"), fromRelativeQuality: 0.5 }] },
    });
    const lanes: unknown[] = [];
    for (const relativeQuality of [undefined, 0.6]) {
      const address = shop.sentTo("/members");
      const fields = { customerId, tokenIdentifier: id(), issuedAtMs: Date.now(), relativeQuality };
      const token = makeEnqueueToken(fields, secret, enqueueTokenCrypto);
      address.searchParams.set("enqueuetoken", token);
      lanes.push(placeOf(await joinFrom(shop, address)).lane);
    }
    expect(lanes).toEqual([MEMBERS, MAIN]);
  });
});

describe("nobody gets into a better lane", () => {
  test("by typing the name of a rule", async () => {
    const shop = await openShop();
    const address = shop.sentTo("/anything");
    address.searchParams.set("man", "Queue /members");
    expect(placeOf(await joinFrom(shop, address))).toMatchObject({ lane: MAIN });
  });

  test("by a right that was altered, or signed with another secret", async () => {
    const shop = await openShop({ connectorSecret: "b".repeat(72) });
    const foreign = shop.sentTo("/members");
    expect(placeOf(await joinFrom(shop, foreign))).toMatchObject({ lane: MAIN });
    const own = await openShop();
    const address = own.sentTo("/resellers");
    const signed = address.searchParams.get("lane") ?? "";
    address.searchParams.set("lane", signed.replace(/^resellers/, "members"));
    address.searchParams.set("man", "");
    expect(placeOf(await joinFrom(own, address))).toMatchObject({ lane: MAIN });
  });

  test("by a right of another event", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const address = other.sentTo("/members");
    address.searchParams.set("e", shop.settings.eventId);
    expect(placeOf(await joinFrom(shop, address))).toMatchObject({ lane: MAIN });
  });

  test("by a right that somebody else has used: that one keeps the place, alone", async () => {
    const shop = await openShop();
    const address = shop.sentTo("/members");
    const first = await joinFrom(shop, address);
    const friends = await Promise.all([joinFrom(shop, address), joinFrom(shop, address)]);
    expect(placeOf(first)).toEqual({ lane: MEMBERS, number: 1 });
    expect(friends.map((reply) => placeOf(reply).lane)).toEqual([MAIN, MAIN]);
    const status = await call("GET", `${shop.base}/status`, {
      headers: { cookie: cookieOf(first) },
    });
    expect(JSON.parse(status.body)).toMatchObject({ number: 1 });
  });

  test("by a right from more than an hour ago", async () => {
    const shop = await openShop();
    const address = shop.sentTo("/members");
    await passTime(redis, shop.settings, 3_700_000);
    const line = await room.context.lines.find(shop.settings);
    await line?.refresh();
    expect(placeOf(await joinFrom(shop, address))).toMatchObject({ lane: MAIN });
  });
});

describe("by a connector that signs nothing", () => {
  const unsigned = (address: URL) => {
    address.searchParams.delete("lane");
    return address;
  };

  test("a rule leads into a lane behind the default one, and into no other", async () => {
    const shop = await openShop();
    const lanes: unknown[] = [];
    for (const path of ["/resellers", "/members"]) {
      lanes.push(placeOf(await joinFrom(shop, unsigned(shop.sentTo(path)))).lane);
    }
    expect(lanes).toEqual([RESELLERS, MAIN]);
  });

  test("a rule leads nowhere where lanes share the slots, since none is behind another", async () => {
    const shop = await openShop({ lanes: { ...LANES, mode: "weighted" } });
    const address = unsigned(shop.sentTo("/resellers"));
    expect(placeOf(await joinFrom(shop, address))).toMatchObject({ lane: MAIN });
  });
});
