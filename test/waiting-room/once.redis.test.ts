import { describe, expect, test } from "vitest";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, customerId, id, joinAndWait, open, redis, turnComes } =
  startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const MINUTE_MS = 60_000;
/** A session of twenty minutes, the validity of a token, and a minute. */
const SEAT_MS = 23 * MINUTE_MS;
const HTML = { accept: "text/html" };
const bodyOf = (reply: Reply) => JSON.parse(reply.body);

async function pass({ settings }: Opened, ms: number): Promise<void> {
  await passTime(redis, settings, ms);
  await context.lines.find(settings).then((line) => line?.refresh());
}

/** A visitor with the cookies and the claim of one browser. */
class Browser {
  private readonly opened: Opened;
  readonly claim = id();
  cookie = "";

  constructor(opened: Opened, cookie = "") {
    this.opened = opened;
    this.cookie = cookie;
  }

  private async ask(
    method: "GET" | "POST",
    path: string,
    form?: Record<string, string>,
    accept = "application/json",
  ) {
    const options = { headers: { cookie: this.cookie, accept }, ...(form && { form }) };
    const reply = await call(method, path, options);
    const set = cookieOf(reply);
    if (set !== "") this.cookie = set;
    return reply;
  }

  async goIn(): Promise<void> {
    this.cookie = (await joinAndWait(this.opened)).cookie;
    await turnComes(this.opened, this.cookie);
    expect(bodyOf(await this.enter()).status).toBe("admitted");
  }

  join() {
    return this.ask("POST", `${this.opened.base}/join`, { joinId: id() });
  }
  enter(claim = this.claim) {
    return this.ask("POST", `${this.opened.base}/enter`, { claim });
  }
  status() {
    return this.ask("GET", `${this.opened.base}/status`);
  }
  page() {
    return this.ask("GET", this.opened.page, undefined, "text/html;q=1, application/json");
  }
  copy(): Browser {
    return new Browser(this.opened, this.cookie);
  }
}

async function numbersGiven({ settings }: Opened): Promise<number> {
  return Number(await redis.hget(`wr:{${customerId}:${settings.eventId}}:line`, "last"));
}

function queueIdOf(reply: Reply): string {
  const token = new URL(bodyOf(reply).redirectUrl).searchParams.get("queueittoken") ?? "";
  return /~q_([^~]+)~/.exec(token)?.[1] ?? "";
}

function report({ settings }: Opened, body: unknown): Promise<Reply> {
  return call("POST", `/status/activity/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: JSON.stringify(body),
  });
}

describe("whoever was let in", () => {
  test.each([3, 11, 19])("takes no second place after %i minutes", async (minutes) => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    await pass(opened, minutes * MINUTE_MS);
    expect(bodyOf(await visitor.join())).toMatchObject({
      status: "waiting",
      number: 1,
      turn: true,
    });
    expect(bodyOf(await visitor.status())).toMatchObject({ status: "waiting", number: 1 });
    expect(await numbersGiven(opened)).toBe(1);
    expect(bodyOf(await visitor.enter()).status).toBe("admitted");
  });

  test("gets two renewals in all, each for a slot, then the page that says until when", async () => {
    const opened = await open({ timeZone: "Europe/Berlin" });
    const visitor = new Browser(opened);
    await visitor.goIn();
    for (const minutes of [11, 8]) {
      await pass(opened, minutes * MINUTE_MS);
      expect(bodyOf(await visitor.enter()).status).toBe("admitted");
    }
    await pass(opened, 10 * MINUTE_MS);
    const told = bodyOf(await visitor.enter());
    expect(told).toMatchObject({ status: "inside", pageUrl: opened.page });
    for (const reply of [await visitor.join(), await visitor.status(), await visitor.page()]) {
      expect(bodyOf(reply)).toEqual(told);
    }
    const line = await context.lines.find(opened.settings);
    expect(Math.abs(told.until - (line?.lineNow() ?? 0) - 13 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(await numbersGiven(opened)).toBe(1);
    expect(line?.state?.admitted).toBe(1);
  });

  test.each([20.5, 22.5])(
    "is not let in again for nothing after a session of 20 minutes, at %d",
    async (minutes) => {
      const opened = await open();
      const visitor = new Browser(opened);
      await visitor.goIn();
      await pass(opened, minutes * MINUTE_MS);
      for (const reply of [await visitor.join(), await visitor.enter(), await visitor.status()]) {
        expect(bodyOf(reply).status).toBe("inside");
      }
      const { cookie } = visitor;
      const page = await call("GET", opened.page, { headers: { ...HTML, cookie } });
      expect(page.body).toContain("Your visit has ended");
      expect(page.body).toContain(`method="post" action="${opened.base}/leave"`);
      expect(await numbersGiven(opened)).toBe(1);
    },
  );

  test("without JavaScript reads until when, with a link to the site and a way to end the visit", async () => {
    const opened = await open({ timeZone: "Europe/Berlin" });
    const visitor = new Browser(opened);
    await visitor.goIn();
    for (const _ of [1, 2]) {
      await pass(opened, 5 * MINUTE_MS);
      await visitor.enter();
    }
    await pass(opened, 5 * MINUTE_MS);
    const { cookie } = visitor;
    const target = "https://shop.example/seats";
    const path = `${opened.page}&t=${encodeURIComponent(target)}`;
    const page = await call("GET", path, { headers: { ...HTML, cookie } });
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/Support code <code>\w{4}-\w{4}</);
    expect(page.body).toContain(`href="${target}"`);
    expect(page.body).toMatch(/until \w+, \w+ \d+ at \d+:\d\d\s[AP]M (CET|CEST|GMT\+\d)/);
    for (const action of ["join", "enter"]) {
      const form = { claim: visitor.claim };
      const sent = await call("POST", `${opened.base}/${action}`, {
        headers: { ...HTML, cookie },
        form,
      });
      expect([sent.status, sent.headers.location]).toEqual([303, opened.page]);
    }
    expect(page.body).toContain(`action="${opened.base}/leave"`);
    const left = await call("POST", `${opened.base}/leave`, { headers: { ...HTML, cookie } });
    expect(left.status).toBe(200);
    expect(bodyOf(await visitor.enter()).status).toBe("spent");
    expect(bodyOf(await visitor.join())).toMatchObject({ status: "waiting", number: 2 });
  });

  test("may join anew once the seat has ended", async () => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    await pass(opened, SEAT_MS - MINUTE_MS);
    expect(bodyOf(await visitor.join()).status).toBe("inside");
    await pass(opened, MINUTE_MS);
    expect(bodyOf(await visitor.enter()).status).toBe("spent");
    expect(bodyOf(await visitor.join())).toMatchObject({ status: "waiting", number: 2 });
  });

  test("keeps the seat that they were given, also when sessions become shorter", async () => {
    const opened = await open({ sessionMinutes: 60 });
    const visitor = new Browser(opened);
    await visitor.goIn();
    await publishEvent(redis, { ...opened.settings, sessionMinutes: 5, version: 2 }, null);
    await pass(opened, 40 * MINUTE_MS);
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 1 });
    expect(await numbersGiven(opened)).toBe(1);
  });

  test("holds no second place under a cap that was set meanwhile", async () => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    await publishEvent(redis, { ...opened.settings, activeCap: 5, version: 2 }, null);
    await pass(opened, 11 * MINUTE_MS);
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 1, turn: true });
    expect(await numbersGiven(opened)).toBe(1);
  });

  test("a place of a run that was reset is worth nothing, as for everybody", async () => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    const next = { ...opened.settings, runId: 2, version: 2 };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await pass(opened, 2_000);
    expect(bodyOf(await visitor.enter())).toEqual({ status: "none" });
    expect(bodyOf(await visitor.join())).toMatchObject({ status: "waiting", number: 1 });
  });

  test("of several cookies the one whose seat lasts counts, then the place that waits", async () => {
    const opened = await open();
    const [first, second, third] = [new Browser(opened), new Browser(opened), new Browser(opened)];
    await first.goIn();
    await pass(opened, SEAT_MS - 2 * MINUTE_MS);
    await second.goIn();
    await pass(opened, 3 * MINUTE_MS);
    await third.join();
    const status = async (...browsers: readonly Browser[]) => {
      const cookie = browsers.map((browser) => browser.cookie).join("; ");
      return bodyOf(await call("GET", `${opened.base}/status`, { headers: { cookie } }));
    };
    expect(await status(first, second, third)).toMatchObject({ number: 2 });
    expect(await status(third, first)).toMatchObject({ number: 3 });
  });
});

test("who went straight in holds no second place either", async () => {
  const opened = await open();
  await call("GET", `${opened.base}/1/line.json`);
  await pass(opened, 900);
  const headers = { ...HTML, "sec-fetch-mode": "navigate" };
  const first = await call("GET", opened.page, { headers });
  expect(first.headers.location).toContain("~rt_safetynet~");
  for (const renewal of [1, 2]) {
    await pass(opened, 9 * MINUTE_MS);
    const again = await call("GET", opened.page, {
      headers: { ...headers, cookie: cookieOf(first) },
    });
    expect([again.status, again.body.includes(`action="${opened.base}/enter"`)]).toEqual([
      200,
      true,
    ]);
    const claim = cookieOf(first);
    // A browser with JavaScript sends a claim of its own.
    const entered = await call("POST", `${opened.base}/enter`, {
      headers: { cookie: claim },
      form: { claim: id() },
    });
    expect([renewal, bodyOf(entered).status]).toEqual([renewal, "admitted"]);
  }
  expect(await numbersGiven(opened)).toBe(1);
});

describe("under an active cap the site's reports count", () => {
  test("a visit that it reports as going on leaves no room for a second place", async () => {
    const opened = await open({ activeCap: 5 });
    const visitor = new Browser(opened);
    await visitor.goIn();
    const queueId = queueIdOf(await visitor.enter());
    await pass(opened, 15 * MINUTE_MS);
    await report(opened, { active: [queueId] });
    await pass(opened, 15 * MINUTE_MS);
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 1, turn: true });
    await pass(opened, 9 * MINUTE_MS);
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 2, turn: false });
  });

  test("a visit that it reports as over has ended: no token, and a new place", async () => {
    const opened = await open({ activeCap: 5 });
    const visitor = new Browser(opened);
    await visitor.goIn();
    const queueId = queueIdOf(await visitor.enter());
    await pass(opened, 5 * MINUTE_MS);
    await report(opened, { over: [queueId] });
    const saved = visitor.copy();
    expect(bodyOf(await visitor.enter()).status).toBe("spent");
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 2 });
    await report(opened, { active: [queueId] });
    expect(bodyOf(await saved.join())).toMatchObject({ number: 1 });
  });
});

describe("ending the visit", () => {
  const seatsTaken = async (opened: Opened) => bodyOf(await report(opened, {})).seatsTaken;

  test("frees the seat once, not one that the site has reported since", async () => {
    const opened = await open({ activeCap: 5 });
    const visitor = new Browser(opened);
    await visitor.goIn();
    const queueId = queueIdOf(await visitor.enter());
    const path = `/cancel/${customerId}/${opened.settings.eventId}`;
    const headers = { cookie: visitor.cookie };
    await call("GET", path, { headers });
    expect(await seatsTaken(opened)).toBe(0);
    await report(opened, { active: [queueId] });
    for (const minutes of [0, 1, 40]) {
      await pass(opened, minutes * MINUTE_MS);
      await report(opened, { active: [queueId] });
      await call("GET", path, { headers });
      expect(await seatsTaken(opened)).toBe(1);
    }
  });

  test("leaves a claim nothing to come back with", async () => {
    const opened = await open({ activeCap: 5 });
    const visitor = new Browser(opened);
    await visitor.goIn();
    const { cookie } = visitor;
    await call("GET", `/cancel/${customerId}/${opened.settings.eventId}`, { headers: { cookie } });
    for (const minutes of [0, 3, 8]) {
      await pass(opened, minutes * MINUTE_MS);
      expect(bodyOf(await visitor.enter()).status).toBe("spent");
      const page = await call("GET", opened.page, { headers: { cookie, purpose: "prefetch" } });
      expect([page.status, page.headers.location]).toEqual([200, undefined]);
      const status = await call("GET", `${opened.base}/status`, { headers: { cookie } });
      expect(bodyOf(status)).toEqual({ status: "none" });
    }
    expect(await seatsTaken(opened)).toBe(0);
    expect(bodyOf(await visitor.join())).toMatchObject({ number: 2 });
  });
});

describe("a site that refuses its visitors", () => {
  /** Comes back from the site until a page says that something is wrong. */
  async function comeBack(visitor: Browser): Promise<Reply> {
    for (let back = 1; back <= 2; back += 1) {
      expect((await visitor.page()).status).toBe(302);
    }
    return visitor.page();
  }

  test("gets them back once it is repaired, by the button of the page", async () => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    const token = bodyOf(await visitor.enter()).redirectUrl;
    expect((await comeBack(visitor)).status).toBe(503);
    const { cookie } = visitor;
    const page = await call("GET", opened.page, { headers: { ...HTML, cookie } });
    expect([page.status, page.body.includes("pass-refused")]).toEqual([503, true]);
    expect(page.body).toContain(`method="post" action="${opened.base}/join"`);
    for (const _ of [1, 2, 3]) {
      const pressed = await call("POST", `${opened.base}/join`, {
        headers: { ...HTML, cookie },
        form: {},
      });
      expect([pressed.status, pressed.headers.location]).toEqual([303, token]);
    }
    await pass(opened, 3 * MINUTE_MS);
    const later = await call("POST", `${opened.base}/join`, {
      headers: { ...HTML, cookie },
      form: {},
    });
    expect([later.status, later.headers.location]).toEqual([303, opened.page]);
    expect(bodyOf(await visitor.enter()).status).toBe("admitted");
  });

  test("has two returns with each token, not with all of them", async () => {
    const opened = await open();
    const visitor = new Browser(opened);
    await visitor.goIn();
    expect(bodyOf(await comeBack(visitor)).code).toBe("pass-refused");
    await pass(opened, 3 * MINUTE_MS);
    expect(bodyOf(await visitor.enter()).status).toBe("admitted");
    expect(bodyOf(await comeBack(visitor)).code).toBe("pass-refused");
  });
});

/** No process has made a place of it yet. */
const LATER_VERSION = 30;

test("a place of a later version is kept: no process replaces it", async () => {
  const opened = await open();
  const { cookie } = await joinAndWait(opened);
  const [name, value] = cookie.split("=");
  const bytes = Buffer.from(value ?? "", "base64url");
  bytes.writeUInt8(LATER_VERSION, 0);
  const later = `${name}=${bytes.toString("base64url")}`;
  for (const [method, path] of [
    ["POST", `${opened.base}/join`],
    ["POST", `${opened.base}/enter`],
    ["GET", `${opened.base}/status`],
    ["GET", opened.page],
  ] as const) {
    const form = method === "POST" ? { form: { joinId: id(), claim: id() } } : {};
    const reply = await call(method, path, { headers: { cookie: later }, ...form });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([503, undefined]);
  }
});
