import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
} from "@/lib/domain/access-code/access-code";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { startApps } from "@/test/apps";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, context, master, open, redis, secret } = room;
const { ask, nobody, numbersOf, startApp, tokenIn, whileTimePasses } = startApps(room);

type Opened = Awaited<ReturnType<typeof open>>;
type Fetch = typeof ask;

async function publishOneCode({ settings }: Opened): Promise<string> {
  const { customerId, eventId } = settings;
  const [code = ""] = makeAccessCodes(1, randomBytes);
  const id = accessCodeId({ customerId, eventId, code }, accessCodeHash(keyFromMaster(master)));
  await publishCodes(redis, settings, [{ id, uses: 1, lane: null }]);
  return formatAccessCode(code);
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
    const disk = { stored: nobody() };
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
  const { address } = startApp(opened, { stored: nobody() });
  tokenIn(await whileTimePasses(opened, address), opened);
  expect(await numbersOf(opened)).toEqual(["1", "1"]);
});

test.each(["as it is answered", "and after a start anew"])(
  "the visitor comes out where the first question said, %s",
  async (when) => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const target = new URL("/tickets?seat=7", opened.settings.targetUrl).href;
    const asked = { ...opened, page: `${opened.page}&t=${encodeURIComponent(target)}` };
    const disk = { stored: nobody() };
    let address = await whileTimePasses(opened, startApp(asked, disk).address);
    if (when === "and after a start anew") address = await startApp(asked, disk).address;
    expect(address).toContain("/tickets?seat=7&queueittoken=");
  },
);

test.each(["enqueuetoken", "code"])(
  "an app of a visitor who was invited joins by what its first question carries (%s)",
  async (name) => {
    const opened = await open({ inviteOnly: true, queueAll: true, outflowPerMinute: 600 });
    const { customerId, eventId } = opened.settings;
    const value =
      name === "code"
        ? await publishOneCode(opened)
        : mintEnqueueToken({ customerId, eventId }, secret);
    const asked = { ...opened, page: `${opened.page}&${name}=${encodeURIComponent(value)}` };
    const { address } = startApp(asked, { stored: nobody() });
    tokenIn(await whileTimePasses(opened, address), opened);
    const none = startApp(opened, { stored: nobody() }).address;
    await expect(none).rejects.toThrow("invitation-needed");
  },
);

describe("an app whose visitor has left", () => {
  async function joinAs(opened: Opened, joinId: string): Promise<string> {
    const headers = { "x-stanchion-place": "-" };
    const joined = await call("POST", `${opened.base}/join`, { headers, form: { joinId } });
    return JSON.parse(joined.body).kept;
  }

  const leave = (opened: Opened, place: string) =>
    call("POST", `${opened.base}/leave`, { headers: { "x-stanchion-place": place } });

  test.each(["with the place that it had", "with what it was answered"])(
    "joins at the end when it starts again, %s",
    async (what) => {
      const opened = await open({ queueAll: true, outflowPerMinute: 600 });
      const disk = { stored: nobody() };
      disk.stored.place = await joinAs(opened, disk.stored.joinId);
      disk.stored.joinId = nobody().joinId;
      const left = await leave(opened, disk.stored.place);
      expect(JSON.parse(left.body)).toEqual({ status: "left", kept: "-" });
      if (what === "with what it was answered") disk.stored.place = "-";
      const { address, shown } = startApp(opened, disk);
      tokenIn(await whileTimePasses(opened, address), opened);
      expect(shown[0]).toMatchObject({ state: "join", place: null });
      expect(await numbersOf(opened)).toEqual(["2", "1"]);
    },
  );

  test("while it waits is told so at its turn, and goes on by itself", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: nobody() };
    let hasLeft = false;
    const { address } = startApp(opened, disk, async (url, init) => {
      const place = new Headers(init.headers).get("x-stanchion-place") ?? "-";
      // Somebody leaves with the same place elsewhere, behind this app's back.
      if (!hasLeft && url.includes("/enter")) {
        hasLeft = true;
        await leave(opened, place);
      }
      return ask(url, init);
    });
    tokenIn(await whileTimePasses(opened, address), opened);
    expect(await numbersOf(opened)).toEqual(["2", "1"]);
  });

  test("and who sends the same join id again gets no place that was given back for good", async () => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: nobody() };
    await leave(opened, await joinAs(opened, disk.stored.joinId));
    tokenIn(await whileTimePasses(opened, startApp(opened, disk).address), opened);
    expect(await numbersOf(opened)).toEqual(["2", "1"]);
  });
});

describe("an app that is killed has its place and its pass again", () => {
  test.each([
    ["before it joins", "/join", false],
    ["between the join and the answer", "/join", true],
    ["before it enters", "/enter", false],
    ["between the entry and the answer", "/enter", true],
  ] as const)("%s", async (_when, step, isAsked) => {
    const opened = await open({ queueAll: true, outflowPerMinute: 600 });
    const disk = { stored: nobody() };
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
    const disk = { stored: nobody() };
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
    const disk = { stored: nobody() };
    const { fetch, killed } = killedAt("/enter", true);
    startApp(opened, disk, fetch).address.catch(() => {});
    await whileTimePasses(opened, killed);
    const thief = { stored: { ...disk.stored, claim: nobody().claim } };
    await expect(whileTimePasses(opened, startApp(opened, thief).address)).rejects.toThrow("used");
    tokenIn(await startApp(opened, disk).address, opened);
  });
});
