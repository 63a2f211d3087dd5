import { setMaxListeners } from "node:events";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { visit } from "@/rehearsal/crowd/visitor";
import { mean, rankSumPValue, round } from "@/simulation/statistics";
import { publishCustomer, settingsOf } from "@/tools/bench/harness/events";
import { withServers } from "@/tools/bench/harness/servers";
import { newAddress } from "@/tools/shared/new-address";
import { sleep } from "../shared/time";
import { say } from "../stack/run-command";

/** Of each kind at each opening. */
const VISITORS = 150;
/** So long before it the first ones open the page, and keep it open; they come one by one. */
const BEFORE_MS = 50_000;
const ARRIVE_MS = 20_000;
/** Whoever reloads does so within this time of the minute. */
const RELOAD_MS = 1_000;
const PATIENCE_MS = 30_000;
const PROCESSES = 2;
const MINUTE_MS = 60_000;

const OPENINGS = { prequeue: 15, start: 0 } as const;

/** Whether the numbers of who keeps the page open and who loads it at the minute differ by more than chance. */
export async function measureAdvice() {
  return withServers(async (servers) => {
    const { port } = await servers.runRoom("room", { processes: PROCESSES });
    await publishCustomer(servers.redis, servers.master);
    const opensAtMs = Date.now() + BEFORE_MS;
    say("Two openings in 50 s: of a pre-queue, and of a sale without one");
    const openings = await Promise.all(
      Object.entries(OPENINGS).map(async ([name, preQueueMinutes]) => {
        const startAtMs = opensAtMs + preQueueMinutes * MINUTE_MS;
        const own = {
          kind: "scheduled",
          startAtMs,
          preQueueMinutes,
          outflowPerMinute: 60,
        } as const;
        const settings = { ...settingsOf(`advice${name}`), ...own };
        await createRun(servers.redis, settings);
        await publishEvent(servers.redis, settings, null);
        return watchOpening(settings, port, opensAtMs);
      }),
    );
    for (const numbers of openings)
      say(`Mean number of both: ${numbers.map((of) => Math.round(mean(of))).join(", ")}`);
    const ranks = openings.map((numbers) => rankSumPValue(...numbers));
    return { ranksP: round(Math.min(...ranks)) };
  });
}

/** The numbers of both halves. */
async function watchOpening(settings: EventSettings, port: number, opensAtMs: number) {
  const home = new AbortController();
  setMaxListeners(0, home.signal);
  const { customerId, eventId, targetUrl } = settings;
  const query = new URLSearchParams({ c: customerId, e: eventId, t: targetUrl });
  const scene = {
    shop: new URL(`http://room.localhost:${port}/?${query}`),
    ...{ endsAtToken: true, signal: home.signal, isDisturbed: () => false },
    ...{ onLine: () => undefined, onDisturbedError: () => undefined },
  };
  const come = async (atMs: number): Promise<Observation> => {
    await sleep(Math.max(0, atMs - Date.now()));
    const seen = newObservation(true, performance.now());
    void visit(scene, seen, new HttpClient({ address: newAddress() }));
    while (seen.queueNumbers.length === 0 && Date.now() < opensAtMs + PATIENCE_MS) await sleep(100);
    return seen;
  };
  const arrive = (fromMs: number, withinMs: number) =>
    Promise.all(Array.from({ length: VISITORS }, () => come(fromMs + withinMs * Math.random())));
  const halves = [arrive(Date.now(), ARRIVE_MS), arrive(opensAtMs, RELOAD_MS)] as const;
  const [waited, reloaded] = await Promise.all(halves);
  home.abort();
  const numberOf = ({ queueNumbers: [number], errors }: Observation) => {
    if (number === undefined) throw new Error(`Somebody got no number: ${errors.join(", ")}`);
    return number;
  };
  return [waited.map(numberOf), reloaded.map(numberOf)] as const;
}
