import Link from "next/link";
import type { ReactNode } from "react";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import type { OverviewTotals } from "@/lib/domain/overview/totals";
import { attentionOf } from "./attention";
import { PROBLEM_WORDS } from "./problem-words";

/** How many problems are named; the others are counted. */
const TROUBLES_SHOWN = 2;

type TotalsPanelProps = {
  totals: OverviewTotals;
  /** Whether a waiting-room server runs; null while the lines cannot be reached. */
  isServed: boolean | null;
};

/** The account at one look: who waits, who is let in, what opens next, and what is wrong. */
export function TotalsPanel({ totals, isServed }: TotalsPanelProps) {
  const { open, paused, waiting, admittedPerMinute, openings, troubled } = totals;
  const attention = attentionOf(troubled, isServed);
  const events =
    paused === 0
      ? plural(open, "open event")
      : `${plural(open, "open event")}, ${formatNumber(paused)} paused`;
  return (
    <dl className="mb-4 grid grid-cols-2 overflow-hidden rounded-3xl bg-surface shadow-surface lg:grid-cols-4 [&>div]:border-separator max-lg:[&>div:nth-child(n+3)]:border-t lg:[&>div:not(:first-child)]:border-l">
      <Total label="Waiting now" value={figure(waiting)} detail={events} />
      <Total
        label="Admitted per minute"
        value={figure(admittedPerMinute)}
        detail="In the last minute"
      />
      <Total
        label="Next openings"
        detail={openings.length === 0 ? "Nothing scheduled" : <Openings openings={openings} />}
      />
      <Total
        label="Needs attention"
        value={attention.figure}
        detail={attention.text ?? <Troubles {...totals} />}
      />
    </dl>
  );
}

function figure(value: number | null): string {
  return value === null ? "–" : formatNumber(value);
}

type TotalProps = { label: string; value?: string; detail: ReactNode };

function Total({ label, value, detail }: TotalProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 p-4">
      <dt className="text-xs text-muted">{label}</dt>
      {value === undefined ? null : (
        <dd className="figures text-2xl leading-8 font-semibold tracking-tight">{value}</dd>
      )}
      <dd className="figures min-w-0 text-xs text-muted">{detail}</dd>
    </div>
  );
}

function Openings({ openings }: Pick<OverviewTotals, "openings">) {
  return (
    <ul className="mt-0.5 flex flex-col gap-1">
      {openings.map(({ eventId, name, at, willOpen }) => (
        <li key={eventId} className="flex min-w-0 flex-col">
          <Link href={`/events/${eventId}`} className="truncate text-foreground link-text">
            {name}
          </Link>
          <span>
            <Moment at={at} />
            {willOpen ? null : <span className="text-warning-soft-foreground"> · won’t open</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Troubles({ troubles, troubled }: Pick<OverviewTotals, "troubles" | "troubled">) {
  const more = troubled - TROUBLES_SHOWN;
  return (
    <ul className="flex flex-col gap-0.5">
      {troubles.slice(0, TROUBLES_SHOWN).map(({ eventId, name, problems }) => (
        <li key={eventId} className="truncate">
          <Link href={`/events/${eventId}`} className="text-foreground link-text">
            {name}
          </Link>
          : {problems.map((problem) => PROBLEM_WORDS[problem].label).join(", ")}
        </li>
      ))}
      {more > 0 ? <li>and {formatNumber(more)} more</li> : null}
    </ul>
  );
}
