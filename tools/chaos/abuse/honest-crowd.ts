import { setMaxListeners } from "node:events";
import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { visit } from "@/rehearsal/crowd/visitor";
import { proveWithoutVendor } from "../../crowd/prove-like-people";
import type { Solvers } from "../../crowd/solvers";
import { sleep } from "../../shared/time";
import type { Cluster } from "../cluster";
import { pageOf } from "../guests";
import type { HonestVisit } from "./abuse-figures";
import { solveAtHome } from "./scaled-work";

export const HONEST = {
  visitors: 300,
  /** So many of them have the attackers' addresses. */
  sharing: 50,
  perSecond: 60,
} as const;

/** Who is not in by then is counted as not let in. */
const PATIENCE_MS = 120_000;

export type HonestCrowd = {
  readonly cluster: Cluster;
  readonly event: EventRef;
  /** Their addresses; those of others are their own. */
  readonly sharedAddress: (index: number) => string;
  readonly solvers: Solvers;
};

/**
 * Visitors with the page's own client, in a line of their own making: they join, solve what they are asked, wait,
 * check in, say that they are near, and enter. Resolves when all are in, or have lost patience.
 */
export async function sendHonest(crowd: HonestCrowd): Promise<HonestVisit[]> {
  const { cluster, event, solvers } = crowd;
  const home = new AbortController();
  setMaxListeners(0, home.signal);
  const patience = setTimeout(() => home.abort(), PATIENCE_MS);
  const scene = {
    shop: pageOf(cluster, event),
    endsAtToken: true,
    signal: home.signal,
    isDisturbed: () => false,
    onLine: () => undefined,
    onDisturbedError: () => undefined,
    prove: proveWithoutVendor(async (challenge) => (await solveAtHome(solvers, challenge)).proof),
  };
  const seen: Observation[] = [];
  const visits: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; index < HONEST.visitors; index += 1) {
    await sleep(startedAtMs + (index * 1_000) / HONEST.perSecond - performance.now());
    const client = new HttpClient({
      dial: anyRoom(cluster, index),
      address: addressOf(crowd, index),
    });
    const observation = newObservation(true, performance.now());
    seen.push(observation);
    visits.push(visit(scene, observation, client));
  }
  await Promise.all(visits);
  clearTimeout(patience);
  return seen.map(visitOf);
}

/** Those who share the attackers' addresses come evenly among the others. */
function addressOf({ sharedAddress }: HonestCrowd, index: number): string {
  const every = HONEST.visitors / HONEST.sharing;
  if (index % every === 0) return sharedAddress(index / every);
  return `10.1.${index >> 8}.${index & 255}`;
}

function anyRoom({ stack, roomPorts }: Cluster, index: number): (port: number) => number {
  const ours = roomPorts[index % roomPorts.length];
  return (port) => (port === stack.ports.waitingRoom ? (ours ?? port) : port);
}

function visitOf({ arrivedAtMs, admittedAtMs, errors }: Observation): HonestVisit {
  return {
    waitMs: admittedAtMs === null ? null : admittedAtMs - arrivedAtMs,
    isRefused: admittedAtMs === null && errors.length > 0,
    errors,
  };
}
