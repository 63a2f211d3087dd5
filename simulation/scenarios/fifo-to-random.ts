import { Agenda } from "../agenda";
import { FifoCrowd } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { seededRandom } from "../random";
import { RandomCrowd } from "../random-crowd";

const VISITORS = 5;
/** Who is to be taken in random order; found by trying, as nobody can be chosen. */
const TAKEN = 4;
/** A slot in 4.4 seconds: one number is called at a time, so the order of entering is exact. */
const OUTFLOW_PER_MINUTE = 14;

export type FifoToRandomFigures = {
  /** Numbers in line, the last first, as `5→4→3→2→1`. */
  readonly before: string;
  readonly taken: number;
  readonly after: string;
  readonly numbersKept: boolean;
};

/**
 * The order of first come is back after a time of random order: five visitors, the draw takes the
 * fourth, and the others are then let in by the numbers that they held all along.
 */
export function simulateFifoToRandom(options: { readonly seed: number }): FifoToRandomFigures {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const run = changeMethods(1_000 * options.seed + attempt);
    if (run.taken === TAKEN) return judge(run);
  }
  throw new Error("A thousand times the fourth of five was never taken first.");
}

type Run = { readonly before: number[]; readonly taken: number; readonly after: number[] };

function judge({ before, taken, after }: Run): FifoToRandomFigures {
  const expected = before.filter((number) => number !== taken);
  const numbersKept = after.join() === expected.join();
  return { before: lastFirst(before), taken, after: lastFirst(after), numbersKept };
}

function lastFirst(numbers: readonly number[]): string {
  return [...numbers].reverse().join("→");
}

/** Random order until one is in, then first come; all on one line and in one time. */
function changeMethods(seed: number): Run {
  const agenda = new Agenda();
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  const before = Array.from({ length: VISITORS }, () => line.join());
  const taken = takeOne(agenda, line, before, seed);
  const crowd = new FifoCrowd(agenda, line, seededRandom(seed));
  for (const number of before) if (number !== taken) crowd.place(number);
  crowd.start();
  agenda.run();
  const after = crowd.visitors
    .filter(({ admittedAtMs }) => admittedAtMs !== null)
    .sort((a, b) => (a.admittedAtMs ?? 0) - (b.admittedAtMs ?? 0))
    .map(({ number }) => number);
  return { before, taken, after };
}

/** Lets the first winner in; the crowd's own time ends there, and the line's goes on from it. */
function takeOne(
  agenda: Agenda,
  line: SimulatedLine,
  numbers: readonly number[],
  seed: number,
): number {
  const drawing = new Agenda();
  let taken = 0;
  const crowd = new RandomCrowd(drawing, line, seededRandom(seed), {
    runKey: `run ${seed}`,
    onAdmitted: ({ number }) => {
      taken = number;
    },
  });
  for (const number of numbers) crowd.place(number, `visitor ${number}`);
  crowd.start();
  for (let ms = 100; taken === 0 && ms <= 3_600_000; ms += 100) drawing.run(ms);
  agenda.run(drawing.nowMs);
  agenda.nowMs = drawing.nowMs;
  return taken;
}
