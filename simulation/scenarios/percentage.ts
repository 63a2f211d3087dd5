import { playLottery } from "@/lib/domain/admission/percentage";
import { keyedDraw, type Random, seededRandom } from "../random";
import { quantile, round } from "../statistics";
import { playSoftCeiling } from "./soft-ceiling";

const SETTING = 0.2;
const HOLD_SECONDS = 300;
const VISITORS = 20_000;
const RETRIES = 20;
/** The soft ceiling is played so often; the play in the middle counts. */
const PLAYS = 5;

export type PercentageFigures = {
  readonly setting: number;
  /** Of visitors who ask once. */
  readonly admittedShare: number;
  /** Of visitors who ask 20 times until their hold ends, as if they had dropped the waiting cookie. */
  readonly admittedShareOfRetriers: number;
  /** Of all tickets over an hour of visitors who never give up. */
  readonly admittedShareOfTickets: number;
  /** With the sigmoid and nothing else: most people on the site, as a share of the cap. */
  readonly maxActiveRatio: number;
  readonly meanActiveRatio: number;
  /** There: the chance of a visitor who asks 20 times in a hold, to that of one who asks once. */
  readonly retriersRatio: number;
};

/** Percentage admission with patient and impatient visitors, and the sigmoid near a ceiling. */
export function simulatePercentage(options: {
  readonly seed: number;
  readonly visitors?: number;
  readonly plays?: number;
}): PercentageFigures {
  const random = seededRandom(options.seed);
  const visitors = options.visitors ?? VISITORS;
  const ask = asker(`run ${options.seed}`);
  const once = share(visitors, (id) => ask(`once ${id}`, random() * 3_600_000).type);
  const retriers = share(visitors, (id) => askAgainAndAgain(ask, `again ${id}`, random));
  const tickets = shareOfTickets(ask, Math.ceil(visitors / 4), random);
  const length = options.plays ?? PLAYS;
  const plays = Array.from({ length }, (_, index) => playSoftCeiling(options.seed + index));
  const middle = (figure: (play: (typeof plays)[number]) => number) =>
    round(quantile(plays.map(figure), 0.5));
  return {
    setting: SETTING,
    admittedShare: round(once),
    admittedShareOfRetriers: round(retriers),
    admittedShareOfTickets: round(tickets),
    maxActiveRatio: middle((play) => play.maxActiveRatio),
    meanActiveRatio: middle((play) => play.meanActiveRatio),
    retriersRatio: middle((play) => play.retriersRatio),
  };
}

type Ask = (identity: string, lineTimeMs: number) => ReturnType<typeof playLottery>;

function asker(runKey: string): Ask {
  const draw = keyedDraw(runKey);
  const rule = { holdSeconds: HOLD_SECONDS, share: SETTING, draw };
  return (identity, lineTimeMs) =>
    playLottery({ ...rule, identity, lineTimeMs: Math.floor(lineTimeMs) });
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

function shareOfTickets(ask: Ask, visitors: number, random: Random): number {
  let [tickets, admitted] = [0, 0];
  for (let id = 0; id < visitors; id += 1) {
    let atMs = random() * 3_600_000;
    for (const endMs = atMs + 3_600_000; atMs < endMs; ) {
      const answer = ask(`patient ${id}`, atMs);
      tickets += 1;
      if (answer.type === "admitted") {
        admitted += 1;
        break;
      }
      atMs = answer.untilMs;
    }
  }
  return admitted / tickets;
}
