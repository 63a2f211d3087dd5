import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import type { EventSettings } from "@/lib/domain/event/settings";
import { CODE_GUESSES } from "@/lib/line/commands/code-guesses";
import { publishEvent } from "@/lib/line/commands/published";
import { responseOf, startApps } from "@/test/apps";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";

const room = startTestRoom();
const { call, context, customerId, id, open, publish, redis, secret } = room;
const { ask, nobody, numbersOf, startApp, tokenIn, whileTimePasses } = startApps(room);

type Opened = Awaited<ReturnType<typeof open>>;
type Fetch = typeof ask;

const FAST = { queueAll: true, outflowPerMinute: 600 } as const;
const HTML = { headers: { "content-type": "text/html" } };
const stepOf = (url: string) => /\/(join|enter)$/.exec(new URL(url).pathname)?.[1] ?? "ask";

/** The same room with one part that is broken. */
const broken = createRoomServer(
  createListener({
    ...context,
    sealer: {
      ...context.sealer,
      open: () => {
        throw new Error("Broken for this test.");
      },
    },
    log: () => {},
  }),
);
beforeAll(() => new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve)));
afterAll(() => broken.close());

const askBroken: Fetch = (url, { method = "GET" }) => {
  const { port } = broken.address() as AddressInfo;
  const { pathname, search } = new URL(url);
  const headers = { accept: "application/json", "x-stanchion-place": "x" };
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers });
};

/** What this room says to a network that has guessed too many codes. */
async function tooManyGuesses(): Promise<Response> {
  const { base } = await open();
  const guesses = Array.from({ length: 2 * CODE_GUESSES.limit.address + 2 }, () => {
    const [code = ""] = makeAccessCodes(1, randomBytes);
    return call("POST", `${base}/join`, { form: { joinId: id(), code: formatAccessCode(code) } });
  });
  const refused = (await Promise.all(guesses)).find(({ status }) => status === 429);
  if (refused === undefined) throw new Error("Nobody was told to wait.");
  return responseOf(refused);
}

/** What may stand between an app and the room. `waitMs`: how long the app is told to wait, or waits by itself. */
const BETWEEN: readonly {
  readonly name: string;
  readonly answer: Fetch;
  readonly waitMs: number | "as told";
}[] = [
  {
    name: "a network that is cut",
    answer: () => Promise.reject(new TypeError("fetch failed")),
    waitMs: 5_000,
  },
  {
    name: "a network that is cut when the room has answered",
    answer: async (url, init) => {
      await ask(url, init);
      throw new TypeError("terminated");
    },
    waitMs: 5_000,
  },
  {
    name: "an answer that breaks off",
    answer: async (url, init) =>
      new Response((await (await ask(url, init)).text()).slice(0, 40), { status: 200 }),
    waitMs: 5_000,
  },
  {
    name: "a network that wants a password",
    answer: async () => new Response("<!doctype html><title>Welcome</title>", HTML),
    waitMs: 5_000,
  },
  {
    name: "JSON of somebody else",
    answer: async () => Response.json({ error: "try later" }),
    waitMs: 5_000,
  },
  { name: "JSON that is no object", answer: async () => Response.json(null), waitMs: 5_000 },
  {
    name: "a proxy that finds no room",
    answer: async () => new Response("<h1>502</h1>", { status: 502, ...HTML }),
    waitMs: 5_000,
  },
  {
    name: "a proxy with Retry-After",
    answer: async () =>
      new Response("busy", { status: 503, headers: { "retry-after": "7", ...HTML.headers } }),
    waitMs: 7_000,
  },
  {
    name: "a proxy that limits, until a date",
    answer: async () =>
      new Response("slow down", {
        status: 429,
        headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" },
      }),
    waitMs: 5_000,
  },
  {
    name: "a request that took too long",
    answer: async () => new Response("", { status: 408 }),
    waitMs: 5_000,
  },
  { name: "a room that fails (500)", answer: askBroken, waitMs: 5_000 },
  { name: "a room that limits (429)", answer: tooManyGuesses, waitMs: "as told" },
];

describe.each(BETWEEN)("$name, once before each question", ({ answer, waitMs }) => {
  test("costs neither place nor pass", async () => {
    const opened = await open(FAST);
    const failed = new Set<string>();
    let toldMs = 0;
    const fetch: Fetch = async (url, init) => {
      const step = stepOf(url);
      if (failed.has(step)) return ask(url, init);
      failed.add(step);
      const response = await answer(url, init);
      toldMs = Math.max(toldMs, Number(response.headers.get("retry-after")) * 1_000);
      return response;
    };
    const { address, slept } = startApp(opened, { stored: nobody() }, fetch);
    tokenIn(await whileTimePasses(opened, address), opened);
    expect([...failed].sort()).toEqual(["ask", "enter", "join"]);
    expect(await numbersOf(opened)).toEqual(["1", "1"]);
    const waits = waitMs === "as told" ? slept.filter((ms) => ms > 0 && ms <= toldMs) : slept;
    expect(
      waits.filter((ms) => waitMs === "as told" || ms === waitMs).length,
    ).toBeGreaterThanOrEqual(3);
  });
});

const scheduled = (startsInMs: number, more: Partial<EventSettings> = {}) =>
  ({ kind: "scheduled", startAtMs: Date.now() + startsInMs, ...more }) as const;

async function change({ settings }: Opened, changes: Partial<EventSettings>): Promise<void> {
  await publishEvent(redis, { ...settings, version: settings.version + 1, ...changes }, null);
}

async function reportUnits({ settings }: Opened, units: number): Promise<void> {
  const reply = await call("POST", `/status/stock/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: JSON.stringify({ units }),
  });
  expect(reply.status).toBe(200);
}

/** States in which the app waits until something changes, and what changes then. */
const OBSTACLES: readonly {
  readonly state: string;
  readonly settings: () => Partial<EventSettings>;
  readonly before?: (opened: Opened) => Promise<void>;
  readonly lift: (opened: Opened) => Promise<unknown>;
  /** Those who joined before this visitor. */
  readonly others?: number;
}[] = [
  {
    state: "paused",
    settings: () => ({ ...FAST, paused: true }),
    lift: (opened) => change(opened, { paused: false }),
  },
  {
    state: "before",
    settings: () => ({ ...FAST, ...scheduled(3_600_000, { preQueueMinutes: 5 }) }),
    lift: ({ settings }) => passTime(redis, settings, 3_600_000),
  },
  {
    state: "rejected",
    settings: () => ({ ...FAST, method: "reject" }),
    lift: (opened) => change(opened, { method: "fifo" }),
  },
  {
    state: "sold-out",
    settings: () => FAST,
    before: (opened) => reportUnits(opened, 0),
    lift: (opened) => reportUnits(opened, 5),
  },
  {
    state: "full",
    settings: () => ({ ...FAST, lineLimit: 1, paused: true }),
    before: async ({ base }) => {
      await call("POST", `${base}/join`, { form: { joinId: id() } });
    },
    lift: (opened) => change(opened, { lineLimit: 10, paused: false }),
    others: 1,
  },
];

test.each(OBSTACLES)("an app that is told $state waits until that is over", async (obstacle) => {
  const opened = await open(obstacle.settings());
  await obstacle.before?.(opened);
  if (obstacle.before !== undefined) {
    await passTime(redis, opened.settings, 500);
    await (await context.lines.find(opened.settings))?.refresh();
  }
  let told = 0;
  let lifted: Promise<unknown> | null = null;
  const fetch: Fetch = async (url, init) => {
    const response = await ask(url, init);
    const { state } = await response.clone().json();
    if (state === obstacle.state) told += 1;
    // After so many answers it waits, and does not just try.
    if (told >= 5) lifted ??= obstacle.lift(opened);
    await lifted;
    return response;
  };
  const { address } = startApp(opened, { stored: nobody() }, fetch);
  tokenIn(await whileTimePasses(opened, address), opened);
  expect(told).toBeGreaterThanOrEqual(5);
  const [last] = await numbersOf(opened);
  expect(last).toBe(String(1 + (obstacle.others ?? 0)));
});

test("an app is told that it is over", async () => {
  const ended = await open(scheduled(-120_000, { endAtMs: Date.now() - 60_000 }));
  await expect(startApp(ended, { stored: nobody() }).address).rejects.toThrow("ended");
  const stopped = await open({ status: "stopped" });
  await expect(startApp(stopped, { stored: nobody() }).address).rejects.toThrow("ended");
});

test("an app that waits when the event is stopped is told so", async () => {
  const opened = await open({ ...FAST, paused: true });
  let told = 0;
  const { address } = startApp(opened, { stored: nobody() }, async (url, init) => {
    if (stepOf(url) === "ask") told += 1;
    if (told === 5) await change(opened, { status: "stopped" });
    return ask(url, init);
  });
  await expect(whileTimePasses(opened, address)).rejects.toThrow("ended");
});

test.each([
  ["where everybody goes in", { method: "passthrough" }],
  ["where nobody waits", {}],
] as const)("an app is let in at once %s", async (_where, settings) => {
  const opened = await open(settings);
  const disk = { stored: nobody() };
  const address = await whileTimePasses(opened, startApp(opened, disk).address);
  expect(tokenIn(await startApp(opened, disk).address, opened)).toBe(tokenIn(address, opened));
});

test("an app opens the page where only the page can go on", async () => {
  const identity = { by: "browser" } as const;
  const share = { type: "percentage", percent: 50 } as const;
  const opened = await open({ admission: { share, holdSeconds: 60, identity } });
  const address = await startApp(opened, { stored: nobody() }).address;
  expect(address).toContain(`e=${opened.settings.eventId}`);
});

/** Problems that no waiting solves: the app says which, and does not go on asking. */
const FINAL: Readonly<Record<string, () => Promise<Opened>>> = {
  "unknown-event": async () => {
    const opened = await open();
    return { ...opened, page: `/?c=${customerId}&e=nothing` };
  },
  "not-open": () => open({ status: "draft" }),
  "invitation-needed": () => open({ inviteOnly: true }),
  "invitation-used": async () => {
    const opened = await open({ inviteOnly: true });
    const { eventId } = opened.settings;
    const token = mintEnqueueToken({ customerId, eventId, tokenIdentifier: "t1" }, secret);
    await call("POST", `${opened.base}/join`, { form: { joinId: id(), enqueueToken: token } });
    return { ...opened, page: `${opened.page}&enqueuetoken=${token}` };
  },
  "code-unknown": async () => {
    const opened = await open({ inviteOnly: true });
    const [code = ""] = makeAccessCodes(1, randomBytes);
    return { ...opened, page: `${opened.page}&code=${formatAccessCode(code)}` };
  },
  "bad-request": async () => ({ ...(await open()), page: `/?c=${customerId}` }),
};

test.each(Object.entries(FINAL))("an app says that it is over for %s", async (code, prepare) => {
  const { address, slept } = startApp(await prepare(), { stored: nobody() });
  await expect(address).rejects.toThrow(new Error(code));
  expect(slept).toEqual([]);
});

test("an app says what a stranger refuses", async () => {
  const refuse = async () => new Response("<h1>Forbidden</h1>", { status: 403, ...HTML });
  const { address } = startApp(await open(), { stored: nobody() }, refuse);
  await expect(address).rejects.toThrow(new Error("HTTP 403"));
});

test("an app that nobody ever answers says so, and one that was answered once goes on", async () => {
  const opened = await open(FAST);
  const silent: Fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const { address, slept } = startApp(opened, { stored: nobody() }, silent);
  await expect(address).rejects.toThrow(new Error("unreachable"));
  expect(slept).toEqual(Array.from({ length: 11 }, () => 5_000));
  let asked = 0;
  const later = startApp(opened, { stored: nobody() }, (url, init) => {
    asked += 1;
    return asked > 1 && asked < 40 ? silent(url, init) : ask(url, init);
  });
  tokenIn(await whileTimePasses(opened, later.address), opened);
  expect(await numbersOf(opened)).toEqual(["1", "1"]);
});

test("an app whose turn comes before there is a secret waits for one", async () => {
  const opened = await open(FAST);
  onTestFinished(() => publish({}));
  let refused = 0;
  const { address } = startApp(opened, { stored: nobody() }, async (url, init) => {
    if (stepOf(url) === "enter" && refused === 0) await publish({ secrets: [] });
    const response = await ask(url, init);
    if (response.status === 503) refused += 1;
    if (refused === 3) await publish({});
    return response;
  });
  tokenIn(await whileTimePasses(opened, address), opened);
  expect(refused).toBeGreaterThanOrEqual(3);
  expect(await numbersOf(opened)).toEqual(["1", "1"]);
});

const METHODS = ["fifo", "random"] as const;
const WHEN = ["before a question", "before its answer"] as const;
const CASES = METHODS.flatMap((method) => WHEN.map((when) => ({ method, when })));

describe.each(CASES)(
  "an app in a line in order $method that is killed $when",
  ({ method, when }) => {
    /** Starts the app again each time it dies at a question that `dies` names. */
    async function live(opened: Opened, dies: (url: string) => boolean) {
      const disk = { stored: nobody() };
      for (let lives = 1; lives < 200; lives += 1) {
        const life = new Promise<string | null>((resolve, reject) => {
          const fetch: Fetch = async (url, init) => {
            if (!dies(url)) return ask(url, init);
            if (when === "before its answer") await ask(url, init);
            resolve(null);
            return new Promise(() => {});
          };
          startApp(opened, disk, fetch).address.then(resolve, reject);
        });
        const address = await whileTimePasses(opened, life);
        if (address !== null) return { address, lives, disk };
      }
      throw new Error("It never got in.");
    }

    async function expectOneVisitor(
      opened: Opened,
      { address, disk }: Awaited<ReturnType<typeof live>>,
    ) {
      const again = await startApp(opened, disk).address;
      expect(tokenIn(again, opened)).toBe(tokenIn(address, opened));
      expect(await numbersOf(opened)).toEqual(["1", "1"]);
    }

    test("at every other question of each kind has one number and one pass", async () => {
      const opened = await open({ ...FAST, method });
      const asked = new Map<string, number>();
      const lived = await live(opened, (url) => {
        const times = (asked.get(stepOf(url)) ?? 0) + 1;
        asked.set(stepOf(url), times);
        return times % 2 === 1;
      });
      expect(lived.lives).toBeGreaterThan(5);
      expect(asked.get("join")).toBe(2);
      await expectOneVisitor(opened, lived);
    });

    test.each([
      ["ask", 1],
      ["join", 1],
      ["ask", 2],
      ["ask", 3],
      ["enter", 1],
    ] as const)("once, at %s %i, has one number and one pass", async (step, fatal) => {
      const opened = await open({ ...FAST, method });
      let times = 0;
      const lived = await live(opened, (url) => {
        if (stepOf(url) === step) times += 1;
        return stepOf(url) === step && times === fatal;
      });
      expect(lived.lives).toBe(2);
      await expectOneVisitor(opened, lived);
    });
  },
);
