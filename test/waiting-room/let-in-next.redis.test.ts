import { expect, test } from "vitest";
import { letInName } from "@/lib/domain/line/let-in-name";
import { eventKeys } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, id, open, redis } = startTestRoom();

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json" };
const CALLED = 10;

type Opened = Awaited<ReturnType<typeof open>>;

/** Two visitors who wait far behind the front, and the line. */
async function waiting() {
  const opened = await open({ queueAll: true, outflowPerMinute: 1 });
  const { line: key } = eventKeys(opened.settings);
  const line = await context.lines.find(opened.settings);
  if (line === null) throw new Error("The line is there.");
  await redis.hset(key, { last: 5_000, serving: CALLED });
  await line.refresh();
  return { opened, line, one: await join(opened), other: await join(opened) };
}

async function join({ base }: Opened) {
  const reply = await call("POST", `${base}/join`, { headers: JSON_ONLY, form: { joinId: id() } });
  const { number } = JSON.parse(reply.body);
  return { cookie: cookieOf(reply), number: Number(number) };
}

const pageOf = ({ settings }: Opened) =>
  `/?${new URLSearchParams({ c: settings.customerId, e: settings.eventId })}`;

test("who is admitted next is told so when their page asks, and goes to the site from the page", async () => {
  const { opened, line, one, other } = await waiting();
  const releasedPlaces = [letInName({ lane: 0, number: one.number })];
  line.takeSettings({ ...line.settings, releasedPlaces });
  const status = async (cookie: string) =>
    JSON.parse(
      (await call("GET", `${opened.base}/status`, { headers: { ...JSON_ONLY, cookie } })).body,
    );
  expect(await status(one.cookie)).toMatchObject({ status: "admitted", number: one.number });
  expect(await status(other.cookie)).toMatchObject({ status: "waiting" });

  const page = await call("GET", pageOf(opened), { headers: { ...HTML, cookie: one.cookie } });
  expect(page.status).toBe(302);
  expect(page.headers["location"]).toContain("queueittoken=");
  const waits = await call("GET", pageOf(opened), { headers: { ...HTML, cookie: other.cookie } });
  expect(waits.status).toBe(200);
});

test("it counts beside the line, moves nobody, and the number's turn costs no slot", async () => {
  const { opened, line, one } = await waiting();
  const { line: key, spent } = eventKeys(opened.settings);
  line.takeSettings({
    ...line.settings,
    releasedPlaces: [letInName({ lane: 0, number: one.number })],
  });
  const reply = await call("GET", pageOf(opened), { headers: { ...HTML, cookie: one.cookie } });
  expect(await redis.hmget(key, "outside", "serving")).toEqual(["1", String(CALLED)]);
  await expect.poll(() => redis.getbit(spent, one.number)).toBe(1);
  // A reload while the token is valid gets the same one.
  const again = await call("GET", pageOf(opened), {
    headers: { ...HTML, cookie: cookieOf(reply) },
  });
  expect(again.status).toBe(302);
  expect(await redis.hget(key, "outside")).toBe("1");
});

test("nobody is let in once the event is stopped", async () => {
  const { opened, line, one } = await waiting();
  const releasedPlaces = [letInName({ lane: 0, number: one.number })];
  line.takeSettings({ ...line.settings, releasedPlaces, status: "stopped" });
  const reply = await call("GET", pageOf(opened), { headers: { ...HTML, cookie: one.cookie } });
  expect(reply.headers["location"]).toBeUndefined();
  expect(await redis.hget(eventKeys(opened.settings).line, "outside")).not.toBe("1");
});
