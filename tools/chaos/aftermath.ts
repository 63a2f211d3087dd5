import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { EventRef } from "@/lib/line/keys";
import { sleep, until } from "../shared/time";
import type { Stack } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Leaves } from "./cap-figures";
import type { Guest, Guests, Rooms } from "./guests";

const LEAVING_ATTEMPTS = 40;

/** The time of a fault, in which failed requests of visitors are no errors of the system. */
export type Disturbance = {
  readonly isDisturbed: () => boolean;
  begin(): void;
  /** Failed requests go on to be part of it for a while: browsers retry after up to 8 s. */
  end(): void;
};

/** There is no fault at first. */
export function newDisturbance(afterMs = 10_000): Disturbance {
  let untilMs = 0;
  return {
    isDisturbed: () => performance.now() < untilMs,
    begin() {
      untilMs = Number.POSITIVE_INFINITY;
    },
    end() {
      untilMs = performance.now() + afterMs;
    },
  };
}

/** When the first of them was let in from a moment on; now, where nobody was for so long. */
export async function admittedAfter(
  guests: readonly Guests[],
  fromMs: number,
  withinMs: number,
): Promise<number> {
  const first = () =>
    guests
      .flatMap(({ all }) => all.map(({ seen }) => seen.admittedAtMs ?? Infinity))
      .filter((at) => at >= fromMs)
      .reduce((least, at) => Math.min(least, at), Infinity);
  await until("somebody is let in", () => first() < Infinity, withinMs).catch(() => undefined);
  return Math.min(first(), performance.now());
}

/** How many seconds after a moment somebody is let in; says so. */
export async function secondsUntilAdmitting(
  guests: readonly Guests[],
  fromMs: number,
  { withinMs, say }: { readonly withinMs: number; readonly say: (line: string) => void },
): Promise<number> {
  const afterMs = (await admittedAfter(guests, fromMs, withinMs)) - fromMs;
  const seconds = Math.round(afterMs / 100) / 10;
  say(`Somebody was let in ${seconds} s later`);
  return seconds;
}

/** Redis comes back without any data; answers when it is back. */
export async function restartEmpty(stack: Stack, say: (line: string) => void): Promise<number> {
  const empty = join(await temporaryDirectory("stanchion-empty-"), "nothing");
  await mkdir(empty);
  say("Redis comes back with nothing");
  await stack.restartRedisFrom(empty);
  return performance.now();
}

/** Each error once, with how often it came. */
export function countedErrors(errors: readonly string[]): string[] {
  return [...new Set(errors)].map(
    (text) => `${errors.filter((error) => error === text).length} times: ${text}`,
  );
}

/** Who was let in says after a while of at most so long that the visit is over. */
export async function leaveSite(
  { client, seen, visit }: Guest,
  { customerId, eventId }: EventRef,
  at: {
    readonly cluster: Rooms;
    readonly leaves: Leaves;
    readonly stayMs: number;
    lineTimeOf(monotonicMs: number): number;
  },
): Promise<void> {
  await visit;
  const [queueId] = seen.queueIds;
  if (queueId === undefined) return;
  await sleep(at.stayMs * Math.random());
  at.leaves.set(queueId, at.lineTimeOf(performance.now()));
  const url = new URL(`/line/${customerId}/${eventId}/leave`, at.cluster.stack.urls.waitingRoom);
  const headers = { accept: "application/json", "sec-fetch-site": "same-origin" };
  for (let attempt = 0; attempt < LEAVING_ATTEMPTS; attempt += 1) {
    const { status } = await client.send("POST", url, { form: {}, headers });
    if (status === 200) return;
    await sleep(1_000);
  }
}
