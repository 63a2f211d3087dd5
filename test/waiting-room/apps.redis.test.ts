import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { verifyQueueToken } from "@/connectors/src/core";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { eventKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { programOf, runProgram } from "@/tools/shared/document-program";
import { solveWork } from "@/tools/shared/solve-work";

const { call, context, open, redis, secret } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;
type Stored = { place: string; joinId: string; claim: string };
type Shown = { readonly state: string; readonly place: unknown };
type Client = {
  readonly nobody: () => Stored;
  readonly waitAndEnter: (
    url: string,
    app: {
      readonly stored: Stored;
      readonly save: (stored: Stored) => Promise<void>;
      readonly show: (status: Shown) => void;
      readonly solve: (challenge: WorkChallenge) => Promise<string>;
    },
  ) => Promise<string>;
};

let client: Client;
beforeAll(async () => {
  // What the document has is what runs here.
  client = (await runProgram(programOf("docs/apps.md"))) as unknown as Client;
});
afterEach(() => vi.unstubAllGlobals());

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Asks this room, whatever name it gives itself. */
const ask: Fetch = async (url, { method = "GET", headers, body }) => {
  const { pathname, search } = new URL(url, "http://room.test");
  const reply = await call(method, `${pathname}${search}`, {
    headers: { ...(headers as Record<string, string>) },
    ...(body instanceof URLSearchParams && { body: body.toString() }),
  });
  return new Response(reply.body, { status: reply.status });
};

/** The app until it is in, or until it is killed at a question; `disk` is all that outlives it. */
function startApp(opened: Opened, disk: { stored: Stored }, fetch: Fetch = ask) {
  vi.stubGlobal("fetch", fetch);
  const shown: Shown[] = [];
  const address = client.waitAndEnter(`http://room.test${opened.page}`, {
    stored: structuredClone(disk.stored),
    save: async (stored) => {
      disk.stored = structuredClone(stored);
    },
    show: (status) => shown.push(status),
    solve: async (challenge) => solveWork(challenge),
  });
  return { address, shown };
}

/** Lets line time go on while something happens. */
async function whileTimePasses<Result>(
  opened: Opened,
  happening: Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  happening.then(end, end);
  const line = await context.lines.find(opened.settings);
  while (!isOver) {
    await passTime(redis, opened.settings, 200);
    await line?.refresh();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return happening;
}

const numbersOf = ({ settings }: Opened) =>
  redis.hmget(eventKeys(settings).line, "last", "admitted");

function tokenIn(address: string, { settings }: Opened): string {
  const token = new URL(address).searchParams.get("queueittoken") ?? "";
  const nowUnixSeconds = Math.floor(Date.now() / 1_000);
  const eventIds = [settings.eventId];
  expect(verifyQueueToken(token, { secrets: [secret], eventIds, nowUnixSeconds }).valid).toBe(true);
  return token;
}

/** Never answers the questions whose path ends so: the app is killed while it waits for the answer. */
function killedAt(
  step: string,
  isAsked: boolean,
): { readonly fetch: Fetch; readonly killed: Promise<void> } {
  let kill = () => {};
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const fetch: Fetch = async (url, init) => {
    if (!new URL(url).pathname.endsWith(step)) return ask(url, init);
    if (isAsked) await ask(url, init);
    kill();
    return new Promise(() => {});
  };
  return { fetch, killed };
}

test.each(["fifo", "random"] as const)(
  "the client of the document waits and enters (%s)",
  async (method) => {
    const opened = await open({ method, queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: client.nobody() };
    const { address, shown } = startApp(opened, disk);
    tokenIn(await whileTimePasses(opened, address), opened);
    expect(shown[0]).toMatchObject({ state: "join", place: null });
    expect(shown.slice(1).every(({ state }) => ["waiting", "turn"].includes(state))).toBe(true);
    expect(await numbersOf(opened)).toEqual(["1", "1"]);
  },
);

test("the client of the document solves a challenge, and takes one place", async () => {
  const challenge = { ...NO_CHALLENGE, difficulty: 8 };
  const protection = { ...UNPROTECTED, challenge };
  const opened = await open({ softBlock: true, protection, queueAll: true });
  const { address } = startApp(opened, { stored: client.nobody() });
  tokenIn(await whileTimePasses(opened, address), opened);
  expect(await numbersOf(opened)).toEqual(["1", "1"]);
});

describe("an app that is killed has its place and its pass again", () => {
  test.each([
    ["before it joins", "/join", false],
    ["between the join and the answer", "/join", true],
    ["before it enters", "/enter", false],
    ["between the entry and the answer", "/enter", true],
  ] as const)("%s", async (_when, step, isAsked) => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: client.nobody() };
    const { fetch, killed } = killedAt(step, isAsked);
    startApp(opened, disk, fetch).address.catch(() => {});
    await whileTimePasses(opened, killed);
    const first = await whileTimePasses(opened, startApp(opened, disk).address);
    const again = await startApp(opened, disk).address;
    expect(tokenIn(again, opened)).toBe(tokenIn(first, opened));
    expect(await numbersOf(opened)).toEqual(["1", "1"]);
  });

  test("after it is in: the same pass while it is valid, then a renewal with the same place and claim", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: client.nobody() };
    const first = await whileTimePasses(opened, startApp(opened, disk).address);
    for (let start = 0; start < 5; start += 1) {
      expect(await startApp(opened, disk).address).toBe(first);
    }
    await passTime(redis, opened.settings, 121_000);
    await (await context.lines.find(opened.settings))?.refresh();
    const renewed = await whileTimePasses(opened, startApp(opened, disk).address);
    expect(tokenIn(renewed, opened)).not.toBe(tokenIn(first, opened));
    expect(/~q_([^~]+)~/.exec(renewed)?.[1]).toBe(/~q_([^~]+)~/.exec(first)?.[1]);
    expect((await numbersOf(opened))[0]).toBe("1");
  });

  test("what was stored before is worth nothing to anybody who has another claim", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: client.nobody() };
    const { fetch, killed } = killedAt("/enter", true);
    startApp(opened, disk, fetch).address.catch(() => {});
    await whileTimePasses(opened, killed);
    const thief = { stored: { ...disk.stored, claim: client.nobody().claim } };
    await expect(whileTimePasses(opened, startApp(opened, thief).address)).rejects.toThrow("used");
    tokenIn(await startApp(opened, disk).address, opened);
  });
});
