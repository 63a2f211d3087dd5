import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect } from "vitest";
import {
  hmacSha256Hex,
  type NewPass,
  sessionCookieName,
  signedTextOfPass,
  writePass,
} from "../../src/core/index.ts";
import { QUEUE_ID, SECRET } from "../fixtures.ts";
import type { Scenarios } from "./scenario.ts";
import type { AdapterSite, SiteVisit } from "./site.ts";
import { configText, freshToken, nowSeconds, sentBack, type World } from "./world.ts";

const NAME = sessionCookieName("sale");
const LINE = /^https:\/\/room\.example\/\?c=acme&e=sale&/;
const ERROR = /^https:\/\/room\.example\/error\/([a-z/]+)\/\?/;
const AGENT = { headers: { "user-agent": "Browser/1.0" } };

type Key = { readonly id: string; readonly privateKey: KeyObject; readonly publicKey: string };

function makeKey(id: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { id, privateKey, publicKey: publicKey.export({ format: "jwk" }).x ?? "" };
}

const KEY = makeKey("0000000a");
const FORMER = makeKey("0000000b");
const STRANGER = makeKey(KEY.id);

/** A pass as the waiting room makes it, with changes. */
function passOf(changes: Partial<NewPass> = {}, key: Key = KEY): string {
  const unsigned = writePass({
    keyId: key.id,
    eventId: "sale",
    run: 3,
    queueId: QUEUE_ID,
    expiresUnixSeconds: nowSeconds() + 120,
    redirectType: "queue",
    ...changes,
  });
  const signature = sign(null, Buffer.from(signedTextOfPass("acme", unsigned)), key.privateKey);
  return `${unsigned}~${signature.toString("base64url")}`;
}

async function siteWithPasses(
  { alone }: World,
  { AllowsToken = false, checksPasses }: { AllowsToken?: boolean; checksPasses?: boolean } = {},
): Promise<AdapterSite> {
  const Keys = [KEY, FORMER].map(({ id, publicKey }) => ({ KeyId: id, PublicKey: publicKey }));
  const Events = [
    { EventId: "sale", Run: 3, AllowsToken },
    { EventId: "late", Run: 1, AllowsToken },
  ];
  const text = configText({ Passes: { Keys, Events } });
  const { site } = await alone((room) => {
    room.publish(text);
    return { configText: text, ...(checksPasses === undefined ? {} : { checksPasses }) };
  });
  return site;
}

async function lead(site: AdapterSite, query: string, visit: SiteVisit = AGENT): Promise<string> {
  const location = (await site.send(`/tickets?${query}`, visit)).header("location") ?? "";
  if (location === `${site.origin}/tickets`) return "in";
  return LINE.test(location) ? "line" : (ERROR.exec(location)?.[1] ?? location);
}

/** What a pass is worth that only the waiting room can make. */
export const PASSES: Scenarios = {
  "a pass lets in, and its session goes on by the cookie": async (world) => {
    const shop = await siteWithPasses(world);
    for (const pass of [passOf(), passOf({}, FORMER), passOf({ run: 4 })]) {
      const answer = await shop.send(`/tickets?stanchionpass=${pass}`, AGENT);
      expect(answer.header("location")).toBe(`${shop.origin}/tickets`);
      const headers = { ...AGENT.headers, cookie: sentBack(answer.setCookies, NAME) };
      expect((await shop.send("/tickets", { headers })).body).toBe("origin");
    }
    const both = `stanchionpass=${passOf()}&queueittoken=${freshToken()}`;
    expect(await lead(shop, both)).toBe("in");
    expect(await lead(shop, `queueittoken=${freshToken()}`)).toBe("line");
  },
  "a pass that was made by anybody else lets nobody in": async (world) => {
    const shop = await siteWithPasses(world);
    const good = passOf();
    const forged = [
      passOf({}, STRANGER),
      passOf({}, { ...KEY, id: "0000000c" }),
      good.replace("~3~", "~4~"),
      `${good.slice(0, -86)}${"A".repeat(86)}`,
      good.slice(0, -1),
      good.replace("1~", "2~"),
    ];
    for (const pass of forged) {
      expect(await lead(shop, `stanchionpass=${pass}&queueittoken=${freshToken()}`)).toBe("hash");
    }
  },
  "a pass of an older run, another event or an earlier time lets nobody in": async (world) => {
    const shop = await siteWithPasses(world);
    expect(await lead(shop, `stanchionpass=${passOf({ run: 2 })}`)).toBe("line");
    expect(await lead(shop, `stanchionpass=${passOf({ eventId: "late" })}`)).toBe("eventid");
    const expiresUnixSeconds = nowSeconds() - 2;
    expect(await lead(shop, `stanchionpass=${passOf({ expiresUnixSeconds })}`)).toBe("timestamp");
  },
  "a pass and its session are good from their user agent and address only": async (world) => {
    const shop = await siteWithPasses(world);
    const hashedAgent = hmacSha256Hex(SECRET, AGENT.headers["user-agent"]);
    const hashedIp = hmacSha256Hex(SECRET, "203.0.113.9");
    const pass = passOf({ hashedAgent, hashedIp });
    const here = { ...AGENT, clientIp: "203.0.113.9" };
    const other = { headers: { "user-agent": "Other/1.0" }, clientIp: "203.0.113.9" };
    const there = { ...AGENT, clientIp: "198.51.100.7" };
    expect(await lead(shop, `stanchionpass=${pass}`, other)).toBe("line");
    expect(await lead(shop, `stanchionpass=${pass}`, there)).toBe("ip");
    const answer = await shop.send(`/tickets?stanchionpass=${pass}`, here);
    const cookie = sentBack(answer.setCookies, NAME);
    const visit = (by: SiteVisit) =>
      shop.send("/tickets", { ...by, headers: { ...by.headers, cookie } });
    expect((await visit(here)).body).toBe("origin");
    expect((await visit(other)).header("location")).toMatch(LINE);
    expect((await visit(there)).header("location")).toMatch(ERROR);
    const asAddress = cookie.replace("Hua%3D", "Hip%3D").replace("Hua=", "Hip=");
    const renamed = { headers: { ...other.headers, cookie: asAddress } };
    expect((await shop.send("/tickets", renamed)).header("location")).toMatch(LINE);
  },
  "a queue token binds to the user agent as well": async ({ site }) => {
    const shop = await site();
    const token = freshToken({ userAgent: AGENT.headers["user-agent"] });
    const other = { headers: { "user-agent": "Other/1.0" } };
    expect(await lead(shop, `queueittoken=${token}`, other)).toBe("line");
    const answer = await shop.send(`/tickets?queueittoken=${token}`, AGENT);
    const cookie = sentBack(answer.setCookies, NAME);
    const visit = (agent: string) =>
      shop.send("/tickets", { headers: { "user-agent": agent, cookie } });
    expect((await visit(AGENT.headers["user-agent"])).body).toBe("origin");
    expect((await visit("Other/1.0")).header("location")).toMatch(LINE);
  },
  "where no signature is checked, tokens count as far as the waiting room allows": async (
    world,
  ) => {
    const strict = await siteWithPasses(world, { checksPasses: false });
    const query = `stanchionpass=${passOf()}&queueittoken=${freshToken()}`;
    expect(await lead(strict, query)).toBe("line");
    const lenient = await siteWithPasses(world, { checksPasses: false, AllowsToken: true });
    expect(await lead(lenient, query)).toBe("in");
    expect(await lead(lenient, `stanchionpass=${passOf()}`)).toBe("line");
  },
  "where signatures are checked, a token never stands for a pass": async (world) => {
    const able = await siteWithPasses(world, { AllowsToken: true });
    expect(await lead(able, `queueittoken=${freshToken()}`)).toBe("line");
  },
};
