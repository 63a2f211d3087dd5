import { shareNearCeiling, throwPercentage } from "@/lib/domain/admission/percentage";
import { keyedDraw, type Random, seededRandom } from "../random";
import { round } from "../statistics";
import type { ScenarioResult } from "./result";

const SETTING = 0.2;
const HOLD_SECONDS = 300;
const VISITORS = 20_000;
const RETRIES = 20;
/** The soft ceiling: half is let in at 90 % of 1,000 on the site, next to nobody above it. */
const CEILING = { capacity: 1_000, midpoint: 900, steepness: 0.04, comePerMinute: 2_000 };

export type PercentageFigures = {
  readonly setting: number;
  /** Of visitors who ask once. */
  readonly admittedShare: number;
  /** Of visitors who ask 20 times until their hold ends, as if they had dropped the waiting cookie. */
  readonly admittedShareOfRetriers: number;
  /** Of all throws over an hour by visitors who never give up. */
  readonly admittedShareOfThrows: number;
  /** Most people on the site with the sigmoid, as a share of its capacity. */
  readonly peakOccupancy: number;
};

/** Percentage admission with patient and impatient visitors, and the sigmoid near a ceiling. */
export function simulatePercentage(options: {
  readonly seed: number;
  readonly visitors?: number;
}): ScenarioResult<PercentageFigures> {
  const random = seededRandom(options.seed);
  const visitors = options.visitors ?? VISITORS;
  const ask = asker(`run ${options.seed}`);
  const once = share(visitors, (id) => ask(`once ${id}`, random() * 3_600_000).type);
  const retriers = share(visitors, (id) => askAgainAndAgain(ask, `again ${id}`, random));
  const throws = shareOfThrows(ask, Math.ceil(visitors / 4), random);
  const shares = [once, retriers, throws];
  const figures = {
    setting: SETTING,
    admittedShare: round(once),
    admittedShareOfRetriers: round(retriers),
    admittedShareOfThrows: round(throws),
    peakOccupancy: round(peakOccupancy(random)),
  };
  const isMet = shares.every((one) => Math.abs(one - SETTING) <= 0.02);
  return {
    figures,
    bars: [
      { figure: "admittedShare", isMet, asks: "within 0.02 of the setting, also with retries" },
      { figure: "peakOccupancy", isMet: figures.peakOccupancy <= 1, asks: "at most 1" },
    ],
  };
}

type Ask = (identity: string, lineTimeMs: number) => ReturnType<typeof throwPercentage>;

function asker(runKey: string): Ask {
  const draw = keyedDraw(runKey);
  const rule = { holdSeconds: HOLD_SECONDS, share: SETTING, draw };
  return (identity, lineTimeMs) =>
    throwPercentage({ ...rule, identity, lineTimeMs: Math.floor(lineTimeMs) });
}

function share(visitors: number, ask: (id: number) => "admitted" | "held"): number {
  let admitted = 0;
  for (let id = 0; id < visitors; id += 1) if (ask(id) === "admitted") admitted += 1;
  return admitted / visitors;
}

/** The first answer tells when the hold ends; until then the visitor does not stop asking. */
function askAgainAndAgain(ask: Ask, identity: string, random: Random): "admitted" | "held" {
  const firstMs = random() * 3_600_000;
  const first = ask(identity, firstMs);
  if (first.type === "admitted") return "admitted";
  for (let retry = 0; retry < RETRIES; retry += 1) {
    const atMs = firstMs + random() * (first.untilMs - 1 - firstMs);
    if (ask(identity, atMs).type === "admitted") return "admitted";
  }
  return "held";
}

function shareOfThrows(ask: Ask, visitors: number, random: Random): number {
  let [throws, admitted] = [0, 0];
  for (let id = 0; id < visitors; id += 1) {
    let atMs = random() * 3_600_000;
    for (const endMs = atMs + 3_600_000; atMs < endMs; ) {
      const answer = ask(`patient ${id}`, atMs);
      throws += 1;
      if (answer.type === "admitted") {
        admitted += 1;
        break;
      }
      atMs = answer.untilMs;
    }
  }
  return admitted / throws;
}

/** Twice as many come as the site could hold for the minute that each stays. */
function peakOccupancy(random: Random): number {
  const { capacity, comePerMinute, ...curve } = CEILING;
  const leavesAtSecond: number[] = [];
  let peak = 0;
  for (let second = 0; second < 600; second += 1) {
    while ((leavesAtSecond[0] ?? Infinity) <= second) leavesAtSecond.shift();
    for (let come = 0; come < comePerMinute / 60; come += 1) {
      const occupancy = leavesAtSecond.length;
      if (random() < shareNearCeiling({ ...curve, occupancy })) leavesAtSecond.push(second + 60);
    }
    peak = Math.max(peak, leavesAtSecond.length);
  }
  return peak / capacity;
}
