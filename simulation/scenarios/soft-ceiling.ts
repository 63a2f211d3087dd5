import { nextShare, playLottery, type ShareInForce } from "@/lib/domain/admission/percentage";
import { Agenda } from "../agenda";
import { exponentialMs, keyedDraw, seededRandom } from "../random";
import { mean } from "../statistics";

/** Half is let in at 90 % of the cap; twice as many come as the site can hold for their stay. */
const CAP = 1_000;
const SETTING = {
  share: { type: "sigmoid", midpointPercent: 90, steepness: 40 },
  holdSeconds: 300,
} as const;
const COME_PER_SECOND = 2_000 / 60;
const STAY_MS = 60_000;
/** How old the seats are that a process knows. */
const REFRESH_MS = 500;
const PROCESSES = 2;
/** In a hold, by every second visitor; the others ask once. */
const RETRIES = 20;
const END_MS = 2_400_000;
/** Chances are compared when the site has filled. */
const JUDGED_FROM_MS = 600_000;

/** What each process knows of the line. */
type Process = { seats: number; share: ShareInForce | null };

/** An event with the soft ceiling alone: nothing else keeps anybody out. */
export function playSoftCeiling(seed: number) {
  const agenda = new Agenda();
  const random = seededRandom(seed);
  const draw = keyedDraw(`ceiling ${seed}`);
  const processes = Array.from({ length: PROCESSES }, (): Process => ({ seats: 0, share: null }));
  const filled: number[] = [];
  const once = { came: 0, entered: 0 };
  const again = { came: 0, entered: 0 };
  let active = 0;
  let most = 0;

  const ask = (identity: string) => {
    const process = processes[Math.floor(random() * PROCESSES)];
    if (process === undefined) throw new Error("There is no process.");
    const lineTimeMs = Math.floor(agenda.nowMs);
    const occupancy = process.seats / CAP;
    process.share = nextShare(process.share, { setting: SETTING, occupancy, lineTimeMs });
    const { share } = process.share;
    const answer = playLottery({
      identity,
      lineTimeMs,
      holdSeconds: SETTING.holdSeconds,
      share,
      draw,
    });
    if (answer.type === "held") return answer.untilMs;
    active += 1;
    most = Math.max(most, active);
    agenda.after(STAY_MS, () => {
      active -= 1;
    });
    return null;
  };

  const come = (number: number) => {
    const { nowMs } = agenda;
    const isJudged = nowMs >= JUDGED_FROM_MS && nowMs < END_MS - SETTING.holdSeconds * 1_000;
    const kind = number % 2 === 0 ? once : again;
    if (isJudged) kind.came += 1;
    const enter = () => {
      if (isJudged) kind.entered += 1;
    };
    const untilMs = ask(`visitor ${number}`);
    if (untilMs === null) enter();
    else if (kind === again) retry(number, untilMs, enter);
    agenda.after(exponentialMs(random, COME_PER_SECOND), () => come(number + 1));
  };

  const retry = (number: number, untilMs: number, enter: () => void) => {
    const apartMs = (SETTING.holdSeconds * 1_000) / RETRIES;
    const atMs = agenda.nowMs + 2 * apartMs * random();
    if (atMs >= untilMs) return;
    agenda.at(atMs, () => {
      if (ask(`visitor ${number}`) === null) enter();
      else retry(number, untilMs, enter);
    });
  };

  processes.forEach((process, index) => {
    agenda.after((REFRESH_MS / PROCESSES) * index, () => {
      agenda.every(REFRESH_MS, () => {
        process.seats = active;
        if (agenda.nowMs >= JUDGED_FROM_MS) filled.push(active / CAP);
        return true;
      });
    });
  });
  agenda.after(0, () => come(0));
  agenda.run(END_MS);
  const chance = ({ came, entered }: typeof once) => entered / came;
  return {
    maxActiveRatio: most / CAP,
    meanActiveRatio: mean(filled),
    retriersRatio: chance(again) / chance(once),
  };
}
