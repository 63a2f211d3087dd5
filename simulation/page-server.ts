import type { PublicLine } from "@/lib/domain/line/public-line";
import { type Answer, NO_ANSWER } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import type { Agenda } from "./agenda";
import type { SimulatedLine } from "./line";
import type { Random } from "./random";
import type { EnterOutcome } from "./rules/entering";

/** How often a process refreshes what it knows of the line, and moves it on. */
const REFRESH_MS = 500;
/** How long a CDN may keep the public document. */
const CDN_MS = 1_000;
/** A visitor for whom there will be a slot within this time is kept. */
const HELD_MS = 2_700;
/** Whoever has to come back does so that long before there is a slot. */
const EARLY_MS = 1_500;
/** A call to Redis and back: whoever asks meanwhile is in the next one. */
const GROUP_MS = 2;
/** Until somebody who asks too early may ask again. */
const SLEEP_MS = 1_000;

type Asking = {
  readonly number: number;
  readonly heldMs: number;
  readonly reply: (answer: Answer) => void;
};

/**
 * A waiting room in simulated time, over one line: answers what the page asks as the routes do, from
 * a state that is refreshed twice a second; the public document may be a second older.
 */
export class PageServer {
  /** False while nothing is answered. */
  isUp = true;
  private readonly states: PublicLine[] = [];
  private asking: Asking[] = [];

  private readonly agenda: Agenda;
  private readonly line: SimulatedLine;
  private readonly random: Random;

  constructor(agenda: Agenda, line: SimulatedLine, random: Random) {
    this.agenda = agenda;
    this.line = line;
    this.random = random;
    this.refresh();
  }

  /** Keeps the line moving until a moment. `onMoved` hears of each move. */
  start(untilMs: number, onMoved: () => void = () => {}): void {
    this.agenda.every(REFRESH_MS, () => {
      this.line.tick(this.agenda.nowMs);
      this.refresh();
      onMoved();
      return this.agenda.nowMs < untilMs;
    });
  }

  /** The state of the process. */
  get state(): PublicLine {
    return this.stateBack(0);
  }

  /** Answers a visitor with this number; at once, or when a slot is there for one that is kept. */
  answer(
    number: number,
    question: Pick<Question, "step" | "path">,
    reply: (answer: Answer) => void,
  ): void {
    if (!this.isUp) reply(NO_ANSWER);
    else if (question.step === "enter") this.enter({ number, heldMs: HELD_MS, reply });
    else reply(this.answerAtOnce(number, question));
  }

  private answerAtOnce(number: number, { step, path }: Pick<Question, "step" | "path">): Answer {
    if (step === "line") return { kind: "line", line: this.stateBack(CDN_MS * this.random()) };
    if (step === "near") {
      const saysAgain = path.includes("again=1");
      this.line.near({ number, saysAgain }, this.agenda.nowMs);
      return { kind: "noted", line: this.state };
    }
    const line = this.state;
    return { kind: "waiting", number, turn: number <= line.serving, line };
  }

  /** Those who ask within a few milliseconds are one group, as calls under way make them. */
  private enter(asking: Asking): void {
    if (this.asking.length === 0) this.agenda.after(GROUP_MS, () => this.enterGroup());
    this.asking.push(asking);
  }

  private enterGroup(): void {
    const group = this.asking;
    this.asking = [];
    const numbers = group.map(({ number }) => number);
    this.line.enter(numbers, this.agenda.nowMs).forEach((outcome, index) => {
      const asking = group[index];
      if (asking !== undefined) this.settle(asking, outcome);
    });
  }

  private settle(asking: Asking, outcome: EnterOutcome): void {
    const { number, heldMs, reply } = asking;
    if (outcome.type === "admitted") {
      reply({ kind: "admitted", number, redirectUrl: "https://shop.example/" });
      return;
    }
    if (outcome.type === "spent") {
      reply({ kind: "spent" });
      return;
    }
    const waitMs = outcome.type === "wait" ? outcome.waitMs : SLEEP_MS;
    if (outcome.type === "wait" && waitMs <= heldMs) {
      const later = { ...asking, heldMs: heldMs - waitMs - 1 };
      this.agenda.after(waitMs + 1, () => this.enter(later));
      return;
    }
    const retryAfterMs = Math.round(Math.max(500, waitMs - EARLY_MS) + 500 * this.random());
    reply({ kind: "wait", retryAfterMs, line: this.state });
  }

  private refresh(): void {
    this.states.push(this.line.publish(this.agenda.nowMs));
    if (this.states.length > 4) this.states.shift();
  }

  private stateBack(ageMs: number): PublicLine {
    const at = this.agenda.nowMs - ageMs;
    const found = this.states.findLast(({ now }) => now <= at) ?? this.states[0];
    if (found === undefined) throw new Error("Nothing has been published.");
    return found;
  }
}
