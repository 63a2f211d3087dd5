import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { askedIn } from "@/rehearsal/crowd/prove";
import type { Solvers } from "../../crowd/solvers";
import { newClaim } from "../../shared/ask";
import type { AttackOrders } from "./attacker-orders";
import type { AttackAnswer, SendAttack } from "./attackers-client";
import { solveAtHome } from "./scaled-work";

/** A harder challenge may be asked for while one is solved: then a farm has lost what it did. */
const MOST_PROOFS = 4;

export type AttackersJoin = AttackAnswer & { readonly address: string };

/** A core of a farm: it solves one thing after the other. */
export function createCore(solvers: Solvers) {
  let [solved, seconds] = [0, 0];
  let last: Promise<unknown> = Promise.resolve();
  return {
    solved: () => solved,
    /** How long it was at it. */
    seconds: () => seconds,
    solve(challenge: WorkChallenge): Promise<string> {
      const next = last.then(async () => {
        const work = await solveAtHome(solvers, challenge);
        solved += 1;
        seconds += work.seconds;
        return work.proof;
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

type Core = ReturnType<typeof createCore>;

/** How attackers join, by what they do about challenges. */
export function createJoins(orders: AttackOrders, send: SendAttack, core: Core) {
  const { attack, replays, practice, target } = orders;
  const path = `/line/${orders.customerId}/${orders.eventId}/join`;
  let turn = 0;

  function nextAddress(): string {
    return attack.addresses[turn % attack.addresses.length] ?? "";
  }

  async function joinSolving(address: string): Promise<AttackAnswer> {
    const form = { joinId: newClaim(), t: target };
    if (practice !== null) {
      const proof = await core.solve(practice);
      return send({ path, address, form: { ...form, proof } });
    }
    let answer = await send({ path, address, form });
    for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
      const challenge = askedIn(answer.body);
      if (challenge?.kind !== "work") break;
      const proof = await core.solve(challenge);
      answer = await send({ path, address, form: { ...form, proof } });
    }
    return answer;
  }

  /** Answers a CAPTCHA with something made up. */
  async function joinForging(address: string): Promise<AttackAnswer> {
    const form = { joinId: newClaim(), t: target };
    const asked = askedIn((await send({ path, address, form })).body);
    const seed = asked?.seed ?? newClaim();
    return send({ path, address, form: { ...form, proof: `captcha.${seed}.${newClaim()}` } });
  }

  /** One join; the next one comes from the next address. */
  return async function join(): Promise<AttackersJoin> {
    const replay = replays[turn % Math.max(1, replays.length)];
    const address = replay?.address ?? nextAddress();
    turn += 1;
    if (attack.proofs === "solved") return { ...(await joinSolving(address)), address };
    if (attack.proofs === "forged") return { ...(await joinForging(address)), address };
    const proof = replay?.proof;
    const joinId = replay?.joinId ?? newClaim();
    const form = { joinId, t: target, ...(proof !== undefined && { proof }) };
    return { ...(await send({ path, address, form })), address };
  };
}
