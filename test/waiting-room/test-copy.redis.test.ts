import { expect, test } from "vitest";
import { TEST_SITE_HOST } from "@/lib/domain/rehearsal/test-site";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, cookieOf, id, redis, turnComes } = room;

type Opened = Awaited<ReturnType<typeof room.open>>;

const openCopy = (changes: { readonly isTest?: boolean; readonly queueAll?: boolean } = {}) =>
  room.open({ isTest: true, queueAll: true, allowedHosts: [TEST_SITE_HOST], ...changes });

/** Stands in line until let in; answers where the visitor is sent then. */
async function standInLine(opened: Opened, target: string): Promise<URL> {
  const joined = await call("POST", `${opened.base}/join`, { form: { joinId: id(), t: target } });
  const cookie = cookieOf(joined);
  await turnComes(opened, cookie);
  const asked = { headers: { cookie }, form: { claim: id(), t: target } };
  for (let tries = 0; tries < 300; tries += 1) {
    await passTime(redis, opened.settings, 500);
    await (await room.context.lines.find(opened.settings))?.refresh();
    const { redirectUrl } = JSON.parse((await call("POST", `${opened.base}/enter`, asked)).body);
    if (redirectUrl) return new URL(redirectUrl);
  }
  throw new Error("Nobody was let in.");
}

const SHOP = "https://shop.example/tickets?a=1#seats";

test("who is let in at a test copy comes to the customer's site marked, and without a token", async () => {
  const opened = await openCopy();
  const url = await standInLine(opened, SHOP);
  expect(url.searchParams.get("stanchion-rehearsal")).toBe(opened.settings.eventId);
  expect(url.searchParams.has("queueittoken")).toBe(false);
  url.searchParams.delete("stanchion-rehearsal");
  expect(url.href).toBe(SHOP);
});

test("… also where nobody waits, so that the first request goes straight in", async () => {
  const opened = await openCopy({ queueAll: false });
  await call("GET", `${opened.base}/line.json`);
  await passTime(redis, opened.settings, 2_000);
  await (await room.context.lines.find(opened.settings))?.refresh();
  const { status, headers } = await call("GET", opened.page);
  expect(status).toBe(302);
  const url = new URL(headers.location ?? "");
  expect(url.host).toBe("shop.example");
  expect([...url.searchParams.keys()]).toEqual(["stanchion-rehearsal"]);
});

test("test visitors get the token that their own site asks for, and an event's visitors theirs", async () => {
  const site = `http://${TEST_SITE_HOST}/tickets`;
  const test = await standInLine(await openCopy(), site);
  expect(test.host).toBe(TEST_SITE_HOST);
  expect([...test.searchParams.keys()]).toEqual(["queueittoken"]);
  const real = await standInLine(await openCopy({ isTest: false }), SHOP);
  expect([...real.searchParams.keys()]).toEqual(["a", "queueittoken"]);
});
