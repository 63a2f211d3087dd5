import type { EventProblem, ListedEvent } from "./overview";

/** An opening that is promised, or one that nobody has armed. */
export type NextOpening = {
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly willOpen: boolean;
};

/** What is wrong at an event. */
export type Trouble = {
  readonly eventId: string;
  readonly name: string;
  readonly problems: readonly EventProblem[];
};

/** An account at one look. Copies for rehearsals count for nothing. */
export type OverviewTotals = {
  readonly open: number;
  readonly paused: number;
  /** Null while no line of an open event is seen. */
  readonly waiting: number | null;
  readonly admittedPerMinute: number | null;
  /** The soonest first. */
  readonly openings: readonly NextOpening[];
  /** How many events need attention; a pause is what somebody wanted. */
  readonly troubled: number;
  /** The worst of them first, `TROUBLES_NAMED` at most. */
  readonly troubles: readonly Trouble[];
};

const OPENINGS_SHOWN = 3;
/** Alerts name each of them. */
export const TROUBLES_NAMED = 100;

/** The totals of all events: what an operator wants to know before looking at any of them. */
export function totalsOf(events: readonly ListedEvent[]): OverviewTotals {
  const real = events.filter(({ isTest }) => !isTest);
  const open = real.filter(({ status }) => status === "open");
  const troubles = troublesOf(real);
  return {
    open: open.length,
    paused: open.filter(({ paused }) => paused).length,
    waiting: sumOf(open.map(({ waiting }) => waiting)),
    admittedPerMinute: sumOf(open.map((event) => event.admittedPerMinute)),
    openings: openingsOf(real),
    troubled: troubles.length,
    troubles: troubles.slice(0, TROUBLES_NAMED),
  };
}

/** The sum of what is known; null where nothing is. Without an event it is 0. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (values.length > 0 && known.length === 0) return null;
  return known.reduce((sum, value) => sum + value, 0);
}

function openingsOf(events: readonly ListedEvent[]): readonly NextOpening[] {
  return events
    .flatMap(({ eventId, name, nextAt, problems }) =>
      nextAt === null
        ? []
        : [{ eventId, name, at: nextAt, willOpen: !problems.includes("unarmed") }],
    )
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.eventId.localeCompare(b.eventId))
    .slice(0, OPENINGS_SHOWN);
}

function troublesOf(events: readonly ListedEvent[]): readonly Trouble[] {
  return events
    .map(({ eventId, name, problems, waiting }) => ({
      ...{ eventId, name, waiting: waiting ?? 0 },
      problems: problems.filter((problem) => problem !== "paused"),
    }))
    .filter(({ problems }) => problems.length > 0)
    .sort((a, b) => b.problems.length - a.problems.length || b.waiting - a.waiting)
    .map(({ eventId, name, problems }) => ({ eventId, name, problems }));
}
