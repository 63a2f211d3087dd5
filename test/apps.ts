import { beforeAll, expect } from "vitest";
import { verifyQueueToken } from "@/connectors/src/core";
import type { Stored } from "@/docs/examples/apps-client";
import type { OfferedChallenge, VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { eventKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import type { Reply, startTestRoom } from "@/test/waiting-room";
import { type AppsClient, type ClientWorld, loadAppsClient } from "@/tools/shared/apps-client";
import { solveWork } from "@/tools/shared/solve-work";

type Room = ReturnType<typeof startTestRoom>;
type Opened = Awaited<ReturnType<Room["open"]>>;
type Fetch = ClientWorld["fetch"];

/** Longest time that an app of a test sleeps, whatever it is told. */
const LONGEST_SLEEP_MS = 20;

/** The client of `docs/apps.md` on a room of a test: what the document shows is what runs. */
export function startApps({ call, context, redis, secret }: Room) {
  let client: AppsClient;
  let fetchNow: Fetch = () => Promise.reject(new Error("No app runs."));
  let slept: number[] = [];
  beforeAll(async () => {
    client = await loadAppsClient({
      fetch: (url, init) => fetchNow(url, init),
      setTimeout: (run, ms) => {
        slept.push(ms);
        setTimeout(run, Math.min(ms, LONGEST_SLEEP_MS));
      },
    });
  });

  /** Asks this room, whatever name it gives itself. */
  const ask: Fetch = async (url, { method = "GET", headers, body }) => {
    const { pathname, search } = new URL(url, "http://room.test");
    const reply = await call(method, `${pathname}${search}`, {
      headers: { ...(headers as Record<string, string>) },
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    });
    return responseOf(reply);
  };

  /** The app until it is in, or until it is killed at a question; `disk` is all that outlives it. */
  function startApp(opened: Opened, disk: { stored: Stored }, fetch: Fetch = ask) {
    const shown: VisitorStatus[] = [];
    const ownSlept: number[] = [];
    // The one before is dead: nothing that it asks is answered, and it writes nothing any more.
    fetchNow = fetch;
    slept = ownSlept;
    const address = client.waitAndEnter(`http://room.test${opened.page}`, {
      stored: structuredClone(disk.stored),
      save: async (stored) => {
        disk.stored = structuredClone(stored);
      },
      show: (status) => shown.push(status),
      solve: async (challenge: OfferedChallenge) => {
        if (challenge.kind !== "work") throw new Error("It is no proof of work.");
        return solveWork(challenge);
      },
    });
    return { address, shown, slept: ownSlept };
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

  /** The last number that was handed out, and how many went in. */
  const numbersOf = ({ settings }: Opened) =>
    redis.hmget(eventKeys(settings).line, "last", "admitted");

  function tokenIn(address: string, { settings }: Opened): string {
    const token = new URL(address).searchParams.get("queueittoken") ?? "";
    const nowUnixSeconds = Math.floor(Date.now() / 1_000);
    const eventIds = [settings.eventId];
    const read = verifyQueueToken(token, { secrets: [secret], eventIds, nowUnixSeconds });
    expect(read.valid).toBe(true);
    return token;
  }

  const nobody = (): Stored => client.nobody();
  return { ask, nobody, numbersOf, startApp, tokenIn, whileTimePasses };
}

/** An answer of the room as an app gets it. */
export function responseOf({ status, headers, body }: Reply): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new Response(body, { status, headers: pairs });
}
