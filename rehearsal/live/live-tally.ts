import type { LiveOutcome, LivePlan, LivePoint } from "@/lib/domain/rehearsal/live";
import type { Observation } from "../crowd/observation";
import { AnswerTimes, checkCrowd } from "./live-checks";

const POINTS_MAX = 240;
const PROBLEMS_SHOWN = 5;

/** Counts what a crowd has seen so far, and remembers how it stood, in as many points as a picture needs. */
export class LiveTally {
  private readonly plan: LivePlan;
  private readonly isInOrder: boolean;
  private readonly answers = new AnswerTimes();
  private startedAtMs: number | null = null;
  private points: LivePoint[] = [];
  private stepSeconds = 1;

  /** `isInOrder`: lower numbers come first. */
  constructor(plan: LivePlan, isInOrder = true) {
    this.plan = plan;
    this.isInOrder = isInOrder;
  }

  /** How long the waiting room took to answer somebody. */
  noteAnswer(ms: number): void {
    this.answers.add(ms);
  }

  look(observations: readonly Observation[], nowMs: number): LiveOutcome {
    this.startedAtMs ??= observations[0]?.arrivedAtMs ?? null;
    const second = Math.round((nowMs - (this.startedAtMs ?? nowMs)) / 1_000);
    const present = observations.filter(({ isPresent }) => isPresent);
    const admitted = present.filter(({ entered }) => entered);
    const point: LivePoint = {
      second,
      arrived: observations.length,
      waiting: present.filter(({ entered, numbers }) => !entered && numbers.length > 0).length,
      admitted: admitted.length,
    };
    this.keep(point);
    const errors = observations.flatMap((one) => one.errors);
    return {
      ...point,
      people: this.plan.people,
      noShows: observations.length - present.length,
      errors: errors.length,
      problems: [...new Set(errors)].slice(0, PROBLEMS_SHOWN),
      wait: waitOf(admitted),
      points: this.points,
      checks: {
        ...checkCrowd(observations, { plan: this.plan, isInOrder: this.isInOrder }),
        answerMs: this.answers.p95(),
      },
    };
  }

  /** Twice as far apart when there are too many. */
  private keep(point: LivePoint): void {
    const last = this.points.at(-1);
    if (last !== undefined && point.second - last.second < this.stepSeconds) {
      this.points = [...this.points.slice(0, -1), { ...point, second: last.second }];
      return;
    }
    this.points = [...this.points, point];
    if (this.points.length <= POINTS_MAX) return;
    this.points = this.points.filter((_, index) => index % 2 === 0);
    this.stepSeconds *= 2;
  }
}

function waitOf(admitted: readonly Observation[]): LiveOutcome["wait"] {
  const seconds = admitted
    .map(({ arrivedAtMs, admittedAtMs }) => ((admittedAtMs ?? arrivedAtMs) - arrivedAtMs) / 1_000)
    .sort((a, b) => a - b);
  if (seconds.length === 0) return null;
  const at = (share: number) =>
    Math.round(seconds[Math.min(seconds.length - 1, Math.floor(share * seconds.length))] ?? 0);
  return { median: at(0.5), p95: at(0.95) };
}
