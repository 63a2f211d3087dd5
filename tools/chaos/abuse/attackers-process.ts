import { startSolvers } from "../../crowd/solvers";
import { sleep } from "../../shared/time";
import { actOnOrders } from "../actor";
import type { AttackOrders, AttackReport } from "./attacker-orders";
import { type AttackAnswer, createAttackersClient } from "./attackers-client";
import { createCore, createJoins } from "./attackers-joins";
import { holdPlaces } from "./held-places";

const REPORT_MS = 250;
const AT_ONCE = 128;
/** A farm of one core: what is solved late is solved in vain. */
const FARM = { threads: 1, atOnce: 2 } as const;

async function attack(orders: AttackOrders, isStopped: () => boolean): Promise<void> {
  const { ports, host, customerId, eventId, target, practice, knownNumbers } = orders;
  const { joins, perSecond, proofs } = orders.attack;
  const isFarm = proofs === "solved";
  const atOnce = isFarm ? FARM.atOnce : AT_ONCE;
  const send = createAttackersClient({ ports, host });
  const solvers = startSolvers(isFarm ? FARM.threads : 0);
  const core = createCore(solvers);
  const join = createJoins(orders, send, core);
  const places = holdPlaces({ send, linePath: `/line/${customerId}/${eventId}`, target });
  const answers = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const numbers = new Set(knownNumbers);
  let sent = 0;
  const report = () => {
    const seen: AttackReport = {
      sent,
      placesTaken: numbers.size - knownNumbers.length,
      admitted: places.admitted(),
      answers: Object.fromEntries(answers),
      solved: core.solved(),
      processorSeconds: core.seconds(),
    };
    process.send?.(seen);
  };
  const reporting = setInterval(report, REPORT_MS);
  const joinOnce = async () => {
    const answer = await join();
    const kind = kindOf(answer);
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    const { number } = answer.body;
    if (practice !== null || typeof number !== "number" || numbers.has(number)) return;
    numbers.add(number);
    places.hold({ number, address: answer.address, cookies: answer.cookies });
  };
  const startedAtMs = performance.now();
  while (sent < joins && !isStopped()) {
    const one = joinOnce().finally(() => running.delete(one));
    running.add(one);
    sent += 1;
    await sleep(startedAtMs + (sent * 1_000) / perSecond - performance.now());
    while (running.size >= atOnce) await Promise.race(running);
  }
  while (!isStopped()) await sleep(50);
  clearInterval(reporting);
  report();
  await places.letGo();
}

/** What a join was answered, in a few words. */
function kindOf({ status, body }: AttackAnswer): string {
  const kind = body["status"] ?? body["code"] ?? "";
  return `${status} ${typeof kind === "string" ? kind : ""}`.trim();
}

actOnOrders(attack);
