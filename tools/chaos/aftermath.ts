import type { Observation } from "@/rehearsal/crowd/observation";
import { until } from "../shared/time";
import type { Stack } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Guests } from "./guests";

export type Say = (line: string) => void;

/** The time of faults, in which failed requests of visitors are no errors of the system. */
export type Disturbance = ReturnType<typeof newDisturbance>;

export function newDisturbance(afterMs = 10_000) {
  let untilMs = 0;
  return {
    isDisturbed: () => performance.now() < untilMs,
    /** Failed requests go on to be part of a fault for a while: browsers retry after up to 8 s. */
    async during<Answer>(fault: () => Promise<Answer>): Promise<Answer> {
      untilMs = Number.POSITIVE_INFINITY;
      const answer = await fault();
      untilMs = performance.now() + afterMs;
      return answer;
    },
  };
}

/** How many seconds after a moment the first of them is let in, or how many have passed when nobody was; says so. */
export async function secondsUntilAdmitting(
  all: () => readonly Pick<Observation, "admittedAtMs">[],
  fromMs: number,
  { withinMs, say }: { readonly withinMs: number; readonly say: Say },
): Promise<number> {
  const first = () =>
    all().reduce((least, { admittedAtMs }) => {
      const atMs = admittedAtMs ?? Number.POSITIVE_INFINITY;
      return atMs >= fromMs ? Math.min(least, atMs) : least;
    }, Number.POSITIVE_INFINITY);
  await until("somebody is let in", () => first() < Infinity, withinMs).catch(() => undefined);
  const seconds = Math.round((Math.min(first(), performance.now()) - fromMs) / 100) / 10;
  say(`Somebody was let in ${seconds} s later`);
  return seconds;
}

/** Redis comes back without any data; answers when it did, and how many seconds later somebody was let in. */
export async function loseEverything(
  stack: Stack,
  { guests, disturbance }: { readonly guests: Guests; readonly disturbance: Disturbance },
  withinMs: number,
  say: Say,
) {
  const empty = await temporaryDirectory("stanchion-empty-");
  say("Redis comes back with nothing");
  return disturbance.during(async () => {
    await stack.restartRedisFrom(empty);
    const backAtMs = performance.now();
    const seconds = await secondsUntilAdmitting(guests.seen, backAtMs, { withinMs, say });
    return { backAtMs, seconds };
  });
}
