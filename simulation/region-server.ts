import type { PublicLine } from "@/lib/domain/line/public-line";
import { type Answer, NO_ANSWER } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import type { Agenda } from "./agenda";
import type { PageServer } from "./page-server";

const REFRESH_MS = 500;
/** After so long a call whose answer does not come has failed. */
const CALL_MS = 3_000;
/** A balancer has noticed by then that a room does not reach the line: five seconds, and two probes. */
const NOTICED_MS = 6_000;

type Asked = Pick<Question, "step" | "path">;

/** A waiting room far from its line: what it cannot answer from memory goes home and back over a link. */
export class RegionServer {
  private cutAtMs: number | null = null;
  private state: PublicLine;

  private readonly agenda: Agenda;
  private readonly home: PageServer;
  private readonly oneWayMs: number;

  constructor(agenda: Agenda, home: PageServer, roundTripMs: number) {
    this.agenda = agenda;
    this.home = home;
    this.oneWayMs = roundTripMs / 2;
    this.state = home.state;
  }

  get isCut(): boolean {
    return this.cutAtMs !== null;
  }

  /** Whether those who let a balancer choose go home meanwhile. */
  get isLeft(): boolean {
    return this.cutAtMs !== null && this.agenda.nowMs - this.cutAtMs > NOTICED_MS;
  }

  setCut(isCut: boolean): void {
    this.cutAtMs = isCut ? this.agenda.nowMs : null;
  }

  start(untilMs: number): void {
    this.agenda.every(REFRESH_MS, () => {
      this.cross(() => {
        const { state } = this.home;
        this.cross(() => {
          this.state = state;
        });
      });
      return this.agenda.nowMs < untilMs;
    });
  }

  answer(number: number, question: Asked, reply: (answer: Answer) => void): void {
    const line = this.state;
    if (question.step === "line") reply({ kind: "line", line });
    else if (question.step === "status")
      reply({ kind: "waiting", number, turn: number <= line.serving, line });
    else this.askHome(number, question, reply);
  }

  private askHome(number: number, question: Asked, reply: (answer: Answer) => void): void {
    let isOver = false;
    const once = (answer: Answer) => {
      if (!isOver) reply(answer);
      isOver = true;
    };
    this.cross(() =>
      this.home.answer(number, question, (answer) => this.cross(() => once(answer))),
    );
    // Whoever is kept for a slot at home has been heard.
    this.agenda.after(CALL_MS + 2 * this.oneWayMs, () => once(NO_ANSWER));
  }

  /** Does something at the other end; nothing where the link is cut when it leaves or when it would arrive. */
  private cross(act: () => void): void {
    if (this.isCut) return;
    this.agenda.after(this.oneWayMs, () => {
      if (!this.isCut) act();
    });
  }
}
