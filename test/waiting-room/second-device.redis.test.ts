import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { newPlace } from "@/waiting-room/place/place";

const { call, cookieOf, context, customerId, id, open, redis } = startTestRoom();

const HTML = { accept: "text/html" };
const bodyOf = (reply: Reply) => JSON.parse(reply.body);

type Opened = Awaited<ReturnType<typeof open>>;

/** One browser, with its cookies and a claim of its own. */
class Device {
  cookies = new Map<string, string>();
  readonly claim = id();
  readonly opened: Opened;

  constructor(opened: Opened) {
    this.opened = opened;
  }

  async ask(method: string, action: string, form: Record<string, string> = {}, headers = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const path = action.startsWith("/") ? action : `${this.opened.base}/${action}`;
    const all = { ...headers, cookie };
    const reply = await call(
      method,
      path,
      method === "GET" ? { headers: all } : { headers: all, form },
    );
    for (const pair of cookieOf(reply).split("; ").filter(Boolean)) {
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return reply;
  }

  join = (joinId = id()) => this.ask("POST", "join", { joinId });
  status = () => this.ask("GET", "status");
  enter = (claim = this.claim) => this.ask("POST", "enter", { claim });
  leave = () => this.ask("POST", "leave");
  makeCode = async () => bodyOf(await this.ask("POST", "move", { make: "1" }));
  takeCode = async (code: string) => bodyOf(await this.ask("POST", "move", { code }));
  /** The same browser at another moment: whoever copies the cookies has what it has. */
  copy(): Device {
    const copied = new Device(this.opened);
    copied.cookies = new Map(this.cookies);
    return copied;
  }
}

async function refreshed({ settings }: Opened) {
  const line = await context.lines.find(settings);
  await line?.refresh();
  return line;
}

async function called(device: Device): Promise<void> {
  await device.ask("POST", "near");
  for (let step = 0; step < 4; step += 1) {
    await passTime(redis, device.opened.settings, 500);
    await refreshed(device.opened);
  }
}

const admittedIn = async (opened: Opened) => (await refreshed(opened))?.state?.admitted;
const key = ({ settings }: Opened, name: string) =>
  `wr:{${customerId}:${settings.eventId}}:${name}`;

/** A device with the first place, and another one with the code for it. */
async function withCode(opened: Opened) {
  const first = new Device(opened);
  await first.join();
  const before = first.copy();
  const { code } = await first.makeCode();
  return { first, before, second: new Device(opened), code: String(code) };
}

test("a place goes to another device: the same number there, and the device before learns it", async () => {
  const opened = await open();
  const { first, second, code } = await withCode(opened);
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(bodyOf(await first.status())).toMatchObject({ status: "waiting", number: 1 });
  expect(await second.takeCode(code.toLowerCase())).toMatchObject({ status: "waiting", number: 1 });
  expect(bodyOf(await first.status())).toMatchObject({ status: "moved", pageUrl: opened.page });
  const page = await first.ask("GET", opened.page, {}, HTML);
  expect(page.body).toContain("Your place has moved");
  await called(second);
  expect(bodyOf(await first.enter())).toMatchObject({ status: "moved" });
  expect(bodyOf(await second.enter()).status).toBe("admitted");
  expect(bodyOf(await first.enter())).toMatchObject({ status: "moved" });
  expect(await admittedIn(opened)).toBe(1);
});

test("whoever moved the place away may join anew, at the end", async () => {
  const opened = await open();
  const { first, second, code } = await withCode(opened);
  await second.takeCode(code);
  expect(bodyOf(await first.join())).toMatchObject({ status: "waiting", number: 2 });
  expect(bodyOf(await first.status())).toMatchObject({ status: "waiting", number: 2 });
  expect(bodyOf(await second.status())).toMatchObject({ status: "waiting", number: 1 });
});

describe("the device before", () => {
  test("does not enter with a copy from before the code was made either, and then learns why", async () => {
    const opened = await open();
    const { before, second, code } = await withCode(opened);
    await second.takeCode(code);
    await called(second);
    expect(bodyOf(await before.enter()).status).toBe("moved");
    expect(bodyOf(await before.status()).status).toBe("moved");
    expect(bodyOf(await second.enter()).status).toBe("admitted");
  });

  test("does not get the place back by sending its join again", async () => {
    const opened = await open();
    const joinId = id();
    const first = new Device(opened);
    await first.join(joinId);
    const { code } = await first.makeCode();
    const second = new Device(opened);
    await second.takeCode(code);
    const fresh = new Device(opened);
    expect(bodyOf(await fresh.join(joinId))).toMatchObject({ number: 1 });
    await called(second);
    expect(bodyOf(await fresh.enter()).status).toBe("moved");
    expect(bodyOf(await second.enter()).status).toBe("admitted");
  });

  test("gives nothing back that is not its own any more, and makes no code for it", async () => {
    const opened = await open();
    const { first, before, second, code } = await withCode(opened);
    await second.takeCode(code);
    for (const device of [before.copy(), before]) {
      expect((await device.makeCode()).status).toBe("moved");
      await device.leave();
    }
    await first.leave();
    await called(second);
    expect(bodyOf(await second.enter()).status).toBe("admitted");
  });
});

test("a code works once, until it is too old, and only the newest of a place", async () => {
  const opened = await open();
  const { first, second, code } = await withCode(opened);
  const { code: newer } = await first.makeCode();
  expect(await second.takeCode(code)).toEqual({ status: "refused" });
  expect(await second.takeCode(newer)).toMatchObject({ number: 1 });
  expect(await new Device(opened).takeCode(newer)).toEqual({ status: "refused" });
  const { code: last } = await second.makeCode();
  await passTime(redis, opened.settings, 10 * 60_000 + 1);
  await refreshed(opened);
  expect(await first.takeCode(last)).toEqual({ status: "refused" });
  expect(bodyOf(await second.status())).toMatchObject({ status: "waiting", number: 1 });
});

test("a code is good at its own event and in its own run only", async () => {
  const [opened, other] = [await open(), await open()];
  const { code } = await withCode(opened);
  expect(await new Device(other).takeCode(code)).toEqual({ status: "refused" });
  expect(await new Device(opened).takeCode(code)).toMatchObject({ number: 1 });
});

test("who takes a place gives back the one that they hold", async () => {
  const opened = await open();
  const { second, code } = await withCode(opened);
  await second.join();
  const own = second.copy();
  expect(await second.takeCode(code)).toMatchObject({ number: 1 });
  await called(second);
  expect(bodyOf(await second.enter()).status).toBe("admitted");
  await called(own);
  expect(bodyOf(await own.enter()).status).toBe("spent");
});

test("who is in takes no other place, and their own does not move", async () => {
  const opened = await open();
  const { first, second, code } = await withCode(opened);
  await called(first);
  expect(bodyOf(await first.enter()).status).toBe("admitted");
  expect(await second.takeCode(code)).toEqual({ status: "refused" });
  expect(await first.makeCode()).toEqual({ status: "refused" });
  const third = new Device(opened);
  await third.join();
  const moved = await third.makeCode();
  const used = await first.ask("POST", "move", { code: moved.code });
  expect(used.status).toBe(303);
  expect(bodyOf(await third.status())).toMatchObject({ status: "waiting", number: 2 });
});

test("a right leads to the place as it has moved, from whatever device", async () => {
  const opened = await open();
  const line = await refreshed(opened);
  const joinBy = (tokenKey: string) =>
    line?.joinWithCredential({
      lane: 0,
      tokenKey,
      tokenId: id(),
      codeId: "",
      joinId: randomBytes(16),
      queueId: randomUUID(),
    });
  const joined = await joinBy("anna");
  if (joined?.type !== "placed") throw new Error("Nobody joined.");
  const first = new Device(opened);
  const sealed = context.sealer.seal(opened.settings, newPlace({ ...joined, runId: 1 }));
  first.cookies.set(`stanchion_${customerId}_${opened.settings.eventId}`, sealed);
  const { code } = await first.makeCode();
  expect(await new Device(opened).takeCode(code)).toMatchObject({ number: joined.number });
  expect(await joinBy("anna")).toMatchObject({ number: joined.number, moves: 1 });
  expect(await joinBy("bert")).toMatchObject({ number: joined.number + 1, moves: 0 });
});

describe("one place, one admission", () => {
  test("two devices that press at the same time, 50 times", async () => {
    const opened = await open();
    const { first, second, code } = await withCode(opened);
    await called(first);
    const [moved, ...entered] = await Promise.all([
      second.takeCode(code),
      ...Array.from({ length: 50 }, (_, index) =>
        first.copy().enter(index === 0 ? first.claim : id()),
      ),
    ]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => second.copy().enter(id())));
    const admitted = [...entered, ...answers].filter((one) => bodyOf(one).status === "admitted");
    expect(admitted).toHaveLength(1);
    expect(["waiting", "refused"]).toContain(moved.status);
    expect(await admittedIn(opened)).toBe(1);
  });

  test("a place that moves to and fro while everybody tries to enter with every copy of it", async () => {
    const opened = await open();
    const { first, second, code } = await withCode(opened);
    await called(first);
    // Line time stands still meanwhile: the slots of one moment have to be enough for more than one.
    await passTime(redis, opened.settings, 1_000);
    const copies: Device[] = [first.copy()];
    let holder = second;
    let next: string | null = code;
    const tries: Promise<Reply>[] = [];
    for (let move = 0; move < 9 && next !== null; move += 1) {
      tries.push(...copies.map((copy) => copy.enter(id())));
      const moved = await holder.takeCode(next);
      if (moved.status !== "waiting") break;
      copies.push(holder.copy());
      tries.push(...copies.map((copy) => copy.enter(id())));
      const made = await holder.makeCode();
      next = made.status === "made" ? made.code : null;
      holder = new Device(opened);
    }
    for (let round = 0; tries.length < 50 || round < 3; round += 1)
      tries.push(...copies.map((copy) => copy.enter(id())));
    const told = (await Promise.all(tries)).map((reply) => bodyOf(reply).status);
    expect(told.filter((one) => one === "admitted")).toHaveLength(1);
    expect(await admittedIn(opened)).toBe(1);
  });

  test("also where a loss made the line forget the move", async () => {
    const opened = await open();
    const { first, second, code } = await withCode(opened);
    await second.takeCode(code);
    await called(second);
    await redis.hdel(key(opened, "line"), "moves");
    await redis.del(key(opened, "moves"));
    const replies = await Promise.all([
      second.enter(),
      first.enter(),
      second.enter(),
      first.enter(),
    ]);
    const tokens = replies.map((reply) => bodyOf(reply).redirectUrl).filter(Boolean);
    expect(new Set(tokens).size).toBe(1);
    expect(await admittedIn(opened)).toBe(1);
  });
});

describe("what an event in which nobody moves pays", () => {
  test("nothing of moves is read for those who check in, enter or leave", async () => {
    const opened = await open();
    const [stays, enters] = [new Device(opened), new Device(opened)];
    await enters.join();
    await stays.join();
    await called(enters);
    // Whoever reads it as the hash that it is gets an error.
    await redis.set(key(opened, "moves"), "not a hash");
    expect(bodyOf(await stays.status()).status).toBe("waiting");
    expect(bodyOf(await enters.enter()).status).toBe("admitted");
    expect(bodyOf(await stays.leave()).status).toBe("left");
  });
});

test("codes cannot be guessed: after twenty wrong ones nothing is looked at, a right one neither", async () => {
  const opened = await open();
  const { second, code } = await withCode(opened);
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      new Device(opened).ask("POST", "move", { code: `2222-${2222 + index}` }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(20);
  expect(guesses.some(({ status }) => status === 429)).toBe(true);
  const right = await second.ask("POST", "move", { code });
  expect(right.status).toBe(429);
});

describe("what codes take is bounded", () => {
  test("those that are over go as new ones are made", async () => {
    const opened = await open();
    const over = Array.from({ length: 300 }, (_, index) => [
      [`code:x${index}`, "1 1 0 0 0 q s"],
      [`of:q${index}`, `1 x${index}`],
    ]).flat(2);
    await redis.hset(key(opened, "move-codes"), ...over);
    const device = new Device(opened);
    await device.join();
    for (let made = 0; made < 100; made += 1) await device.makeCode();
    expect(await redis.hlen(key(opened, "move-codes"))).toBeLessThan(60);
    const { code } = await device.makeCode();
    expect(await new Device(opened).takeCode(code)).toMatchObject({ number: 1 });
  });

  test("where too many are kept no other is made", async () => {
    const opened = await open();
    const until = 8_000_000_000_000;
    const many = Array.from({ length: 20_000 }, (_, index) => [`code:x${index}`, `${until} 1`]);
    await redis.hset(key(opened, "move-codes"), ...many.flat());
    const device = new Device(opened);
    await device.join();
    expect(await device.makeCode()).toEqual({ status: "refused" });
  });
});

describe("without JavaScript", () => {
  test("a code is made, typed and taken by forms; the link has a button", async () => {
    const opened = await open({ queueAll: true });
    const [first, second] = [new Device(opened), new Device(opened)];
    const page = await first.ask("GET", opened.page, {}, HTML);
    expect(page.body).toContain(`${opened.base}/move?`);
    await first.ask("POST", "join", {}, HTML);
    const ask = await first.ask("GET", "move", {}, HTML);
    expect(ask.body).toContain('name="make"');
    const made = await first.ask("POST", "move", { make: "1" }, HTML);
    const code = /id="move-code" dir="ltr">([^<]+)</.exec(made.body)?.[1] ?? "";
    expect(made.body).toContain(`move?code=${code}`);
    const link = await second.ask("GET", `move?code=${code}`, {}, HTML);
    expect(link.body).toContain(`name="code" value="${code}"`);
    const taken = await second.ask("POST", "move", { code }, HTML);
    expect([taken.status, taken.headers.location]).toEqual([303, opened.page]);
    expect(bodyOf(await second.status())).toMatchObject({ number: 1 });
    const moved = await first.ask("GET", "move", {}, HTML);
    expect([moved.status, moved.body.includes("Your place has moved")]).toEqual([409, true]);
  });

  test("opening the link moves nothing: a preview or a mail scanner may do so", async () => {
    const opened = await open();
    const { first, code } = await withCode(opened);
    for (let look = 0; look < 5; look += 1)
      await new Device(opened).ask("GET", `move?code=${code}`, {}, HTML);
    expect(bodyOf(await first.status())).toMatchObject({ status: "waiting", number: 1 });
    expect(await new Device(opened).takeCode(code)).toMatchObject({ number: 1 });
  });

  test("a browser that keeps no cookies uses no code up and takes no number: a page says why", async () => {
    const opened = await open();
    const { second, code } = await withCode(opened);
    for (const [action, form] of [
      ["move", { code }],
      ["join", { joinId: id() }],
      ["join", {}],
    ] as const) {
      const reply = await call("POST", `${opened.base}/${action}`, { headers: HTML, form });
      expect(reply.status).toBe(403);
      expect(reply.body).toContain("Please allow cookies");
      expect(cookieOf(reply)).toBe("");
    }
    expect(await redis.hget(key(opened, "line"), "last")).toBe("1");
    expect(await second.takeCode(code)).toMatchObject({ number: 1 });
  });

  test("no other site makes a visitor move a place", async () => {
    const opened = await open();
    const { first, code } = await withCode(opened);
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await first.ask("POST", "move", { make: "1" }, headers)).status).toBe(403);
    expect((await new Device(opened).ask("POST", "move", { code }, headers)).status).toBe(403);
  });
});
