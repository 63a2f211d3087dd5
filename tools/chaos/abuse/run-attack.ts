import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { askedIn } from "@/rehearsal/crowd/prove";
import { mean, quantile, round } from "@/simulation/statistics";
import { processorSeconds } from "../../bench/harness/process-figures";
import { proveWithoutVendor, type Solvers } from "../../crowd/solvers";
import { newClaim } from "../../shared/ask";
import { sleep, until } from "../../shared/time";
import { startActor } from "../actor";
import type { Say } from "../aftermath";
import { Browser } from "../browser";
import type { Cluster } from "../cluster";
import { inviteGuests } from "../guests";
import { joinAtPace } from "../loads";
import { timesEach } from "../sale-figures";
import type { BareServer } from "./abuse";
import type { AttackOrders, AttackReport, Replay } from "./attackers-process";
import {
  type Attack,
  type AttackName,
  attackOf,
  protectionOf,
  type Run,
  sharedAddress,
} from "./attacks";
import { PRACTICE, solveAtHome } from "./scaled-work";

const ATTACKERS = "tools/chaos/abuse/attackers-process.ts";
/** A machine that is busy with other things sends fewer a second than are meant. */
const LONGEST_ATTACK_MS = 120_000;
/** Attackers are there before the others. */
const HEAD_START_MS = 1_500;
const HONEST = { count: 300, perSecond: 60 } as const;
/** So many of them have the attackers' addresses, evenly among the others. */
const SHARING = 50;
/** Who is not in by then is counted as not let in. */
const PATIENCE_MS = 120_000;

export type Stage = {
  readonly cluster: Cluster;
  readonly bare: readonly BareServer[];
  readonly solvers: Solvers;
  readonly others: EventRef;
  readonly say: Say;
  readonly spentBefore: SpentProof[];
};

type Scene = Stage & { readonly event: EventRef; readonly attack: Attack; readonly run: Run };

/** One honest crowd beside one attack, or, where that is bare, beside the same requests to somebody else. */
export async function runAttack(stage: Stage, name: AttackName, run: Run): Promise<AbuseSeen> {
  const { cluster, bare, others, say } = stage;
  const attack = attackOf(name, run);
  const event = await cluster.open({
    eventId: `${run}${name.replaceAll("-", "")}`,
    outflowPerMinute: 480,
    queueAll: true,
    protection: protectionOf(name),
  });
  const scene = { ...stage, event, attack, run };
  const orders = await ordersOf(scene);
  const servers = run === "bare" ? bare.map(({ processId }) => processId) : [];
  const rooms = cluster.rooms.map(cluster.processId);
  const redisSince = countSeconds([cluster.processId("redis")]);
  const serversSince = countSeconds([...servers, ...rooms]);
  const joins = joinAtPace(cluster, others);
  const attackers = startActor<AttackOrders, AttackReport>(ATTACKERS, orders);
  const sent = () => attackers.report()?.sent ?? 0;
  await until("the attackers come", () => sent() > 0, LONGEST_ATTACK_MS);
  await sleep(HEAD_START_MS);
  const honest = await sendHonest(scene);
  const attackersAdmitted = attackers.report()?.admitted ?? 0;
  const used = { redisSeconds: redisSince(), serverSeconds: serversSince() };
  const othersJoinMs = (await joins.end()).ms;
  if (attack.proofs !== "solved") {
    const areSent = () => sent() === attack.joins;
    await until("all joins of the attackers are sent", areSent, LONGEST_ATTACK_MS);
  }
  const report = await attackers.stop();
  const p95 = quantile(othersJoinMs, 0.95).toFixed(1);
  say(`${name}, ${run}: ${summary(report, honest)}; others joined within ${p95} ms`);
  return {
    ...{ honest, othersJoinMs, attackersAdmitted, ...used },
    attackersPlaces: report.placesTaken,
    attackersSeconds: report.processorSeconds,
  };
}

function countSeconds(processIds: readonly number[]) {
  const look = () => processIds.reduce((sum, id) => sum + processorSeconds(id), 0);
  const before = look();
  return () => look() - before;
}

function summary({ sent, answers, solved }: AttackReport, honest: readonly HonestVisit[]): string {
  const waits = waitsOf({ honest });
  const seconds = (mean(waits) / 1_000).toFixed(1);
  const troubles = timesEach(honest.flatMap((one) => one.errors)).map((text) => `, ${text}`);
  return (
    `${sent} joins of attackers answered ${JSON.stringify(answers)}, ${solved} proofs; ` +
    `${waits.length} honest visitors in after ${seconds} s${troubles.join("")}`
  );
}

/** Visitors with the page's own client. Resolves when all are in, or have lost patience. */
async function sendHonest({ cluster, event, solvers, attack }: Scene): Promise<HonestVisit[]> {
  const every = HONEST.count / SHARING;
  const guests = inviteGuests(cluster, event, {
    // Each keeps one of the waiting rooms.
    balancerPorts: cluster.roomPorts,
    prove: proveWithoutVendor(async (challenge) => (await solveAtHome(solvers, challenge)).proof),
    addressOf: (index) =>
      index % every === 0
        ? sharedAddress(attack, index / every)
        : `10.1.${index >> 8}.${index & 255}`,
  });
  const patience = setTimeout(() => void guests.goHome(), PATIENCE_MS);
  await guests.send(HONEST);
  await Promise.all(guests.all.map(({ visit }) => visit));
  clearTimeout(patience);
  return guests.seen().map(({ arrivedAtMs, admittedAtMs, errors }) => ({
    waitMs: admittedAtMs === null ? null : admittedAtMs - arrivedAtMs,
    isRefused: admittedAtMs === null && errors.length > 0,
    errors,
  }));
}

async function ordersOf(scene: Scene): Promise<AttackOrders> {
  const { cluster, bare, event, attack, run } = scene;
  const none = { knownNumbers: [], replays: [] };
  return {
    ...{ attack, event, ...originOf(cluster) },
    ports: run === "bare" ? bare.map(({ port }) => port) : cluster.roomPorts,
    ...(attack.proofs === "replayed" ? await replayedProofs(scene) : none),
    practice: run === "bare" ? PRACTICE : null,
  };
}

const originOf = ({ stack }: Cluster) => ({
  origin: stack.urls.waitingRoom,
  target: `${stack.urls.shop}/tickets`,
});

/** Proofs that were good once: one spent at another event a minute ago, one spent here just now, one still held. */
async function replayedProofs(scene: Scene) {
  const { spentBefore, attack, run } = scene;
  const [first = "", second = ""] = attack.addresses;
  const spent = [...spentBefore, await solveOnce(scene, first, true)];
  if (run === "bare") spentBefore.push(...spent);
  const replays = replaysOf(spent, await solveOnce(scene, second, false), attack.addresses);
  const here = run === "bare" ? [] : spent.slice(-1);
  return { replays, knownNumbers: here.flatMap(({ number }) => number ?? []) };
}

/** A proof, with the join that it was made for and the number that this join got. */
type SpentProof = Awaited<ReturnType<typeof solveOnce>>;

/** Solves one challenge of an event that always asks for one, and spends it on a place, or keeps it. */
async function solveOnce({ cluster, event, solvers }: Scene, address: string, isSpent: boolean) {
  const { origin, target } = originOf(cluster);
  const browser = new Browser(origin, event, new HttpClient({ address }));
  const joinId = newClaim();
  const asked = await browser.ask("join", { joinId, t: target });
  const challenge = askedIn(asked.body);
  if (challenge?.kind !== "work") throw new Error(`A join was answered ${JSON.stringify(asked)}.`);
  const { proof } = await solvers.solve(challenge);
  const number = isSpent ? await browser.join({ joinId, t: target, proof }) : null;
  if (isSpent && number === null) throw new Error("A good proof was worth nothing.");
  return { proof, joinId, address, number };
}

/** A spent proof with its join and new ones, from its address and others; a kept one from others and with other joins. */
function replaysOf(
  spent: readonly SpentProof[],
  kept: SpentProof,
  all: readonly string[],
): Replay[] {
  const from = (addresses: readonly string[], proof: string, joinId: string | null) =>
    addresses.map((address) => ({ proof, address, joinId }));
  const again = spent.flatMap(({ proof, joinId, address: own }) => {
    return [...from([own, ...all], proof, null), ...from([own, ...all], proof, joinId)];
  });
  const others = all.filter((address) => address !== kept.address);
  return [...again, ...from(others, kept.proof, kept.joinId), ...from(all, kept.proof, null)];
}

type HonestVisit = {
  /** From opening the page until the token; null for one who was not let in. */
  readonly waitMs: number | null;
  /** The page ended with something else than being let in. */
  readonly isRefused: boolean;
  readonly errors: readonly string[];
};

/** What was seen while one attack went on, or while its requests went to a bare server. */
export type AbuseSeen = {
  readonly honest: readonly HonestVisit[];
  readonly othersJoinMs: readonly number[];
  readonly attackersPlaces: number;
  /** How many of the attackers were let in until the last honest visitor was. */
  readonly attackersAdmitted: number;
  /** Processor time of Redis, and of all servers that were asked. */
  readonly redisSeconds: number;
  readonly serverSeconds: number;
  readonly attackersSeconds: number;
};

export type AttackFigures = ReturnType<typeof attackFigures>;

/** Compares a run beside an attack with the one in which its requests went to a bare server. */
export function attackFigures(beside: AbuseSeen, bare: AbuseSeen) {
  const honestAdmitted = waitsOf(beside).length;
  const { attackersPlaces: placesTaken, attackersAdmitted } = beside;
  const slots = Math.max(1, honestAdmitted + attackersAdmitted);
  const ratio = (of: (seen: AbuseSeen) => number) => round(of(beside) / of(bare), 3);
  return {
    placesTaken,
    slotsShare: round(attackersAdmitted / slots, 3),
    honestAdmitted,
    honestRefused: beside.honest.filter(({ isRefused }) => isRefused).length,
    honestWaitRatio: ratio((seen) => mean(waitsOf(seen))),
    othersJoinP95Ratio: ratio(({ othersJoinMs }) => quantile(othersJoinMs, 0.95)),
    redisLoadRatio: ratio(({ redisSeconds }) => redisSeconds),
    processLoadRatio: ratio(({ serverSeconds }) => serverSeconds),
    cpuSecondsPerPlace: placesTaken === 0 ? 0 : round(beside.attackersSeconds / placesTaken, 3),
  };
}

function waitsOf({ honest }: Pick<AbuseSeen, "honest">): number[] {
  return honest.flatMap(({ waitMs }) => waitMs ?? []);
}
