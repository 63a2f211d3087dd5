import { expect, test } from "vitest";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, customerId, id, joinAndWait, open, turnComes } = startTestRoom();

const WORDS = "It may sell out before your turn.";

type Opened = Awaited<ReturnType<typeof open>>;

async function refresh({ settings }: Opened): Promise<void> {
  await (await context.lines.find(settings))?.refresh();
}

/** The site says what is left, and the room hears of it. */
async function report(opened: Opened, body: unknown): Promise<void> {
  const reply = await call("POST", `/status/stock/${customerId}/${opened.settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  await refresh(opened);
}

async function joinMany(opened: Opened, count: number): Promise<readonly string[]> {
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) cookies.push((await joinAndWait(opened)).cookie);
  await refresh(opened);
  return cookies;
}

/** Who is told: in the check-in of the page, by the page as it comes, and in the answer for programs, all alike. */
async function told(opened: Opened, visitors: readonly string[]): Promise<readonly number[]> {
  const answers = visitors.map(async (cookie) => {
    const checkIn = await call("GET", `${opened.base}/status`, { headers: { cookie } });
    const page = await call("GET", opened.page, { headers: { cookie } });
    const headers = { cookie, accept: "application/json" };
    const program = JSON.parse((await call("GET", opened.page, { headers })).body);
    const word = JSON.parse(checkIn.body).stockMayEnd;
    expect(program.stockMayEnd).toBe(word);
    expect(page.body.includes(WORDS)).toBe(word === true);
    // Nobody learns how much is left.
    expect(JSON.parse(checkIn.body).line.stock).toBeUndefined();
    return word;
  });
  const words = await Promise.all(answers);
  return words.flatMap((word, index) => (word === true ? [index + 1] : []));
}

test("whoever stands behind what is left is told so, until more is added", async () => {
  const opened = await open({ queueAll: true, paused: true, unitsPerAdmission: 2 });
  const visitors = await joinMany(opened, 6);
  expect(await told(opened, visitors)).toEqual([]);
  await report(opened, { units: 7 });
  expect(await told(opened, visitors)).toEqual([5, 6]);
  await report(opened, { units: 11 });
  expect(await told(opened, visitors)).toEqual([]);
  await report(opened, { left: 3 });
  expect(await told(opened, visitors)).toEqual([3, 4, 5, 6]);
  await report(opened, { left: null });
  expect(await told(opened, visitors)).toEqual([]);
});

test("a join is told at once, and what others have reserved is not left", async () => {
  const opened = await open({ queueAll: true, outflowPerMinute: 600 });
  await report(opened, { units: 2 });
  const [first = ""] = await joinMany(opened, 1);
  await turnComes(opened, first);
  const form = { claim: id() };
  const entered = await call("POST", `${opened.base}/enter`, { headers: { cookie: first }, form });
  expect(JSON.parse(entered.body).status).toBe("admitted");
  await refresh(opened);
  const words: unknown[] = [];
  for (let index = 0; index < 2; index += 1) {
    words.push(JSON.parse((await joinAndWait(opened)).reply.body).stockMayEnd);
    await refresh(opened);
  }
  expect(words).toEqual([undefined, true]);
});

test("whoever reads that all is sold is not told that it may be", async () => {
  const opened = await open({ queueAll: true, paused: true });
  const visitors = await joinMany(opened, 2);
  await report(opened, { units: 0 });
  const headers = { cookie: visitors[1] ?? "", accept: "application/json" };
  const status = JSON.parse((await call("GET", opened.page, { headers })).body);
  expect(status).toMatchObject({ state: "sold-out" });
  expect(status.stockMayEnd).toBeUndefined();
});

test("in random order everybody else may be first", async () => {
  const opened = await open({ queueAll: true, paused: true, method: "random" });
  const visitors = await joinMany(opened, 3);
  await report(opened, { units: 2 });
  expect(await told(opened, visitors)).toEqual([1, 2, 3]);
  await report(opened, { units: 3 });
  expect(await told(opened, visitors)).toEqual([]);
});
