import type { ReactNode } from "react";
import { attentionOf } from "@/components/overview/attention";
import { PROBLEM_WORDS } from "@/components/overview/problem-words";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { cn } from "@/components/ui/class-names";
import type { OverviewTotals } from "@/lib/domain/overview/totals";

const TROUBLES_SHOWN = 4;

type WallTotalsProps = { totals: OverviewTotals; isServed: boolean | null };

/** The account's totals, to be read from across the room. */
export function WallTotals({ totals, isServed }: WallTotalsProps) {
  const { waiting, admittedPerMinute, open, paused, openings, troubled } = totals;
  const [next] = openings;
  const attention = attentionOf(troubled, isServed);
  const isTroubled = troubled > 0 || isServed !== true;
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Total label="Waiting now" value={figure(waiting)}>
        {plural(open, "open event")}
        {paused === 0 ? "" : `, ${formatNumber(paused)} paused`}
      </Total>
      <Total label="Admitted per minute" value={figure(admittedPerMinute)}>
        In the last minute
      </Total>
      <Total label="Next opening" value={next?.name ?? "–"} isName={next !== undefined}>
        {next === undefined ? (
          "Nothing scheduled"
        ) : (
          <>
            <Moment at={next.at} />
            {next.willOpen ? "" : ", won’t open"}
          </>
        )}
      </Total>
      <Total
        label="Needs attention"
        value={attention.figure}
        tone={isTroubled ? "danger" : "success"}
      >
        {attention.text ?? <Troubles {...totals} />}
      </Total>
    </dl>
  );
}

function figure(value: number | null): string {
  return value === null ? "–" : formatNumber(value);
}

type TotalProps = {
  label: string;
  value: string;
  /** Names may be long. */
  isName?: boolean;
  tone?: "danger" | "success";
  children: ReactNode;
};

function Total({ label, value, isName = false, tone, children }: TotalProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-3xl bg-surface p-5">
      <dt className="text-lg text-muted">{label}</dt>
      <dd
        className={cn(
          "figures font-semibold tracking-tight",
          isName ? "line-clamp-2 text-3xl" : "text-5xl sm:text-6xl",
          tone === "danger" && "text-danger",
          tone === "success" && "text-success",
        )}
      >
        {value}
      </dd>
      <dd className="figures min-w-0 text-lg text-muted">{children}</dd>
    </div>
  );
}

function Troubles({ troubles, troubled }: Pick<OverviewTotals, "troubles" | "troubled">) {
  const more = troubled - TROUBLES_SHOWN;
  return (
    <ul>
      {troubles.slice(0, TROUBLES_SHOWN).map(({ eventId, name, problems }) => (
        <li key={eventId} className="flex">
          <span className="min-w-0 truncate">{name}</span>
          <span className="max-w-2/3 shrink-0 truncate">
            : {problems.map((problem) => PROBLEM_WORDS[problem].label).join(", ")}
          </span>
        </li>
      ))}
      {more > 0 ? <li>and {formatNumber(more)} more</li> : null}
    </ul>
  );
}
