import { aheadOf } from "@/lib/domain/line/distance";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { askedIn } from "@/rehearsal/crowd/prove";
import { readAnswer } from "@/waiting-room/client/answer";
import { startSolvers } from "../../crowd/solvers";
import { newClaim } from "../../shared/ask";
import { inGroups } from "../../shared/in-groups";
import { sleep } from "../../shared/time";
import { actOnOrders } from "../actor";
import { Browser, type RoomAnswer } from "../browser";
import { paced, repeat } from "../pace";
import type { Attack } from "./attacks";
import { solveAtHome } from "./scaled-work";

const AT_ONCE = 128;
/** A farm of one core: what is solved late is solved in vain. */
const FARM = { threads: 1, atOnce: 2 } as const;
/** A harder challenge may be asked for while one is solved: then a farm has lost what it did. */
const MOST_PROOFS = { none: 0, replayed: 0, solved: 4, forged: 1 } as const;

/** A proof that is sent again: from where, and with the join that it was made for, or with a new one. */
export type Replay = {
  readonly proof: string;
  readonly address: string;
  readonly joinId: string | null;
};

export type AttackOrders = {
  readonly attack: Attack;
  /** Where the servers listen that are attacked; requests go to each in turn. */
  readonly ports: readonly number[];
  readonly origin: string;
  readonly event: EventRef;
  readonly target: string;
  /** Proofs that were worth a place once, or would be elsewhere; sent one after the other, again and again. */
  readonly replays: readonly Replay[];
  /** Places that the attackers came by honestly before: those count for nothing. */
  readonly knownNumbers: readonly number[];
  /** For servers that only answer: nothing is expected of them, and a farm solves this instead; else null. */
  readonly practice: WorkChallenge | null;
};

export type AttackReport = ReturnType<ReturnType<typeof attack>["report"]>;

function attack(orders: AttackOrders, isStopped: () => boolean) {
  const { practice, knownNumbers, target } = orders;
  const { joins, perSecond, proofs } = orders.attack;
  const isFarm = proofs === "solved";
  const solvers = startSolvers(isFarm ? FARM.threads : 0);
  const core = createCore(solvers);
  const join = createJoins(orders, core.solve);
  const places = holdPlaces(target);
  const answers: Record<string, number> = {};
  const numbers = new Set(knownNumbers);
  const running = new Set<Promise<void>>();
  let sent = 0;
  const joinOnce = async () => {
    const { browser, status, body } = await join();
    const said = body["status"] ?? body["code"];
    const kind = typeof said === "string" ? `${status} ${said}` : `${status}`;
    answers[kind] = (answers[kind] ?? 0) + 1;
    const { number } = body;
    if (practice !== null || typeof number !== "number" || numbers.has(number)) return;
    numbers.add(number);
    places.hold({ number, browser });
  };
  const joinAll = async () => {
    for await (const _index of paced(joins, perSecond)) {
      if (isStopped()) break;
      const one = joinOnce().finally(() => running.delete(one));
      running.add(one);
      sent += 1;
      while (running.size >= (isFarm ? FARM.atOnce : AT_ONCE)) await Promise.race(running);
    }
    while (!isStopped()) await sleep(50);
    await places.letGo();
  };
  const report = () => ({
    // `answers` has how often joins were answered what.
    ...{ sent, answers, ...core.spent },
    placesTaken: numbers.size - knownNumbers.length,
    admitted: places.admitted(),
  });
  return { done: joinAll(), report };
}

/** A core of a farm: it solves one thing after the other. */
function createCore(solvers: ReturnType<typeof startSolvers>) {
  const spent = { solved: 0, processorSeconds: 0 };
  let last: Promise<unknown> = Promise.resolve();
  return {
    spent,
    solve(challenge: WorkChallenge): Promise<string> {
      const next = last.then(async () => {
        const { proof, seconds } = await solveAtHome(solvers, challenge);
        spent.solved += 1;
        spent.processorSeconds += seconds;
        return proof;
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/** How attackers join, by what they do about challenges: each time with a new browser, from the next address. */
function createJoins(
  { attack, replays, practice, target, ports, origin, event }: AttackOrders,
  solve: (challenge: WorkChallenge) => Promise<string>,
) {
  const { addresses, proofs } = attack;
  let [turn, request] = [0, 0];
  const dial = () => {
    request += 1;
    return ports[request % ports.length] ?? 0;
  };

  /** What is sent after an answer; a CAPTCHA is answered with something made up. Null for nothing. */
  async function proofAfter({ body }: RoomAnswer): Promise<string | null> {
    const asked = askedIn(body);
    if (proofs === "forged") return `captcha.${asked?.seed ?? newClaim()}.${newClaim()}`;
    return proofs === "solved" && asked?.kind === "work" ? solve(asked) : null;
  }

  return async () => {
    const replay = replays[turn % Math.max(1, replays.length)];
    const address = replay?.address ?? addresses[turn % addresses.length] ?? "";
    turn += 1;
    const browser = new Browser(origin, event, new HttpClient({ dial, address }));
    const form = { joinId: replay?.joinId ?? newClaim(), t: target };
    const first = practice !== null && proofs === "solved" ? await solve(practice) : replay?.proof;
    let answer = await browser.ask("join", {
      ...form,
      ...(first !== undefined && { proof: first }),
    });
    for (let sent = 0; sent < MOST_PROOFS[proofs]; sent += 1) {
      const proof = await proofAfter(answer);
      if (proof === null) break;
      answer = await browser.ask("join", { ...form, proof });
    }
    return { ...answer, browser };
  };
}

const LOOK_MS = 1_000;
const TOGETHER = 50;

type HeldPlace = { readonly number: number; readonly browser: Browser };

/** Attackers read the line once a second, say so where their number is near, and enter once it is called. */
function holdPlaces(target: string) {
  const waiting = new Set<HeldPlace>();
  const confirmed = new Set<HeldPlace>();
  let admitted = 0;

  async function enter(place: HeldPlace): Promise<void> {
    const { body } = await place.browser.ask("enter", { claim: newClaim(), t: target });
    if (body["status"] !== "admitted") return;
    admitted += 1;
    waiting.delete(place);
  }

  async function confirm(place: HeldPlace): Promise<void> {
    if ((await place.browser.ask("near", {})).status === 200) confirmed.add(place);
  }

  async function look(): Promise<void> {
    const [first] = waiting;
    if (first === undefined) return;
    const { status, body } = await first.browser.ask("1/line.json");
    const answer = readAnswer("line", status, body);
    if (answer.kind !== "line") return;
    const { line } = answer;
    const called = [...waiting].filter(({ number }) => number <= line.serving);
    const near = [...waiting]
      .filter((place) => place.number > line.serving && !confirmed.has(place))
      .filter(({ number }) => aheadOf(line, number) <= line.near);
    await inGroups(TOGETHER, called, enter);
    await inGroups(TOGETHER, near, confirm);
  }

  const looking = repeat(0, () => Promise.all([look(), sleep(LOOK_MS)]));
  return {
    hold: (place: HeldPlace) => void waiting.add(place),
    admitted: () => admitted,
    letGo: () => looking.end(),
  };
}

actOnOrders(250, attack);
