import type { EventRef } from "@/lib/line/keys";
import { mean, quantile } from "@/simulation/statistics";
import type { Solvers } from "../../crowd/solvers";
import { sleep, until } from "../../shared/time";
import type { Cluster } from "../cluster";
import { inviteGuests } from "../guests";
import { atPace, joinOnce } from "../neighbour-load";
import type { AbuseSeen, HonestVisit } from "./abuse-figures";
import type { AttackOrders, AttackReport, Replay } from "./attacker-orders";
import { createAttackersClient } from "./attackers-client";
import { type AttackName, attackOf, sharedAddress } from "./attacks";
import { sendHonest } from "./honest-crowd";
import { countLoads } from "./loads";
import { protectionOf } from "./protection";
import { PRACTICE } from "./scaled-work";
import { sendAttackers } from "./send-attackers";
import { replaysOf, type SpentProof, solveOnce } from "./spent-proofs";
import type { BareServers } from "./start-bare-servers";

const OUTFLOW_PER_MINUTE = 480;
const OTHERS_PER_SECOND = 20;
/** A machine that is busy with other things sends fewer a second than are meant. */
const LONGEST_ATTACK_MS = 120_000;
/** Attackers are there before the others. */
const HEAD_START_MS = 1_500;

export type Stage = {
  readonly cluster: Cluster;
  readonly bare: BareServers;
  readonly solvers: Solvers;
  /** Where somebody joins all the time who has nothing to do with it. */
  readonly others: EventRef;
  readonly say: (line: string) => void;
  /** Proofs that were spent in the run before. */
  readonly spentBefore: SpentProof[];
};

/** One honest crowd beside one attack, or, where that is bare, beside the same requests to somebody else. */
export async function runAttack(
  stage: Stage,
  name: AttackName,
  { isBare }: { readonly isBare: boolean },
): Promise<AbuseSeen> {
  const { cluster, bare, solvers, others, say } = stage;
  const attack = attackOf(name, isBare ? "bare" : "beside");
  const eventId = `${isBare ? "b" : "a"}${name.replaceAll("-", "")}`;
  const event = await cluster.open({
    eventId,
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    queueAll: true,
    protection: protectionOf(name),
  });
  const orders = await ordersOf(stage, { name, event, isBare });
  const servers = isBare ? [...bare.servers.map(({ processId }) => processId)] : [];
  const loads = countLoads({
    redis: cluster.stack.processId("redis") ?? 0,
    servers: [...servers, ...cluster.roomProcessIds()],
  });
  const othersJoinMs: number[] = [];
  const guests = inviteGuests(cluster, others);
  const joins = atPace(OTHERS_PER_SECOND, async () => {
    const ms = await joinOnce(cluster, others, guests);
    if (ms !== null) othersJoinMs.push(ms);
  });
  const attackers = sendAttackers(orders);
  await until("the attackers come", () => attackers.report().sent > 0, LONGEST_ATTACK_MS);
  await sleep(HEAD_START_MS);
  const honest = await sendHonest({
    cluster,
    event,
    solvers,
    sharedAddress: (index) => sharedAddress(attack, index),
  });
  const { admitted } = attackers.report();
  const used = loads();
  await joins.end();
  if (attack.proofs !== "solved") {
    const isSent = () => attackers.report().sent === attack.joins;
    await until("all joins of the attackers are sent", isSent, LONGEST_ATTACK_MS);
  }
  const report = await attackers.stop();
  say(
    `${name}${isBare ? ", to a bare server" : ""}: ${summary(report, honest)}; others joined within ${p95(othersJoinMs)} ms`,
  );
  return {
    honest,
    othersJoinMs,
    attackersPlaces: report.placesTaken,
    attackersAdmitted: admitted,
    ...used,
    attackersSeconds: report.processorSeconds,
  };
}

function p95(values: readonly number[]): string {
  return quantile(values, 0.95).toFixed(1);
}

function summary(report: AttackReport, honest: readonly HonestVisit[]): string {
  const { sent, answers, solved } = report;
  const waits = honest.flatMap(({ waitMs }) => waitMs ?? []);
  const seconds = (mean(waits) / 1_000).toFixed(1);
  const kinds = new Map<string, number>();
  for (const text of honest.flatMap(({ errors }) => errors)) {
    kinds.set(text, (kinds.get(text) ?? 0) + 1);
  }
  const troubles = [...kinds].map(([text, count]) => `, ${count} times "${text}"`).join("");
  return (
    `${sent} joins of attackers answered ${JSON.stringify(answers)}, ${solved} proofs; ` +
    `${waits.length} honest visitors in after ${seconds} s${troubles}`
  );
}

type Scene = { readonly name: AttackName; readonly event: EventRef; readonly isBare: boolean };

async function ordersOf(stage: Stage, { name, event, isBare }: Scene): Promise<AttackOrders> {
  const { cluster, bare } = stage;
  const attack = attackOf(name, isBare ? "bare" : "beside");
  const { knownNumbers, replays } =
    attack.proofs === "replayed"
      ? await replayedProofs(stage, { name, event, isBare })
      : { knownNumbers: [], replays: [] };
  return {
    attack,
    ports: isBare ? bare.servers.map(({ port }) => port) : cluster.roomPorts,
    host: new URL(cluster.stack.urls.waitingRoom).host,
    ...event,
    target: `${cluster.stack.urls.shop}/tickets`,
    replays,
    knownNumbers,
    practice: isBare ? PRACTICE : null,
  };
}

/**
 * Proofs that were good once: one spent in the run before, at another event and a minute ago; one spent at this
 * event just now; and one that its owner still holds.
 */
async function replayedProofs(stage: Stage, { name, event, isBare }: Scene) {
  const { cluster, solvers, spentBefore } = stage;
  const send = createAttackersClient({
    ports: cluster.roomPorts,
    host: new URL(cluster.stack.urls.waitingRoom).host,
  });
  const { addresses } = attackOf(name, isBare ? "bare" : "beside");
  const solve = (isSpent: boolean, index: number) =>
    solveOnce(
      {
        send,
        solvers,
        linePath: `/line/${event.customerId}/${event.eventId}`,
        target: `${cluster.stack.urls.shop}/tickets`,
        address: addresses[index] ?? "",
      },
      isSpent,
    );
  const spent = [...spentBefore, await solve(true, 0)];
  if (isBare) spentBefore.push(...spent);
  const replays: readonly Replay[] = replaysOf({ spent, kept: await solve(false, 1) }, addresses);
  const here = isBare ? [] : spent.slice(-1);
  return { replays, knownNumbers: here.flatMap(({ number }) => number ?? []) };
}
