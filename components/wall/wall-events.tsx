import { eventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { waitText } from "@/components/live/wait-text";
import { PROBLEM_WORDS } from "@/components/overview/problem-words";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Sparkline } from "@/components/shared/sparkline";
import { cn } from "@/components/ui/class-names";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { EventPage } from "@/lib/domain/overview/overview-list";
import type { Overview } from "@/lib/services/operation/live/overview";

/** As many as a screen has room for; the others are counted. */
const SHOWN = 12;

type WallEventsProps = { page: Pick<EventPage, "events" | "found"> } & Known;
type Known = Pick<Overview, "suspension" | "isServed">;

/** The events that are open or planned, in the order of the page. */
export function WallEvents({ page, ...known }: WallEventsProps) {
  const { events, found } = page;
  if (found === 0)
    return (
      <p className="rounded-3xl bg-surface p-10 text-center text-2xl text-muted">
        No event is open or planned.
      </p>
    );
  return (
    <section aria-label="Events">
      <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {events.slice(0, SHOWN).map((event) => (
          <WallEvent key={event.eventId} event={event} {...known} />
        ))}
      </ul>
      {found > SHOWN ? (
        <p className="figures mt-3 text-lg text-muted">and {plural(found - SHOWN, "more event")}</p>
      ) : null}
    </section>
  );
}

function WallEvent({ event, suspension, isServed }: Known & { event: ListedEvent }) {
  const { name, phase, waiting, admittedPerMinute, waitSeconds, nextAt, series } = event;
  const state = eventState(event, phase, {
    suspension,
    isSoldOut: event.problems.includes("sold-out"),
    isReached: isServed !== null,
  });
  // What the state says already is not said again.
  const problems = event.problems
    .filter((problem) => problem !== "paused")
    .map((problem) => PROBLEM_WORDS[problem])
    .filter(({ label }) => label !== state.label);
  const isDanger = problems.some(({ tone }) => tone === "danger");
  const isBefore = phase === "before" || phase === "pre-queue";
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-3xl bg-surface p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-2xl font-semibold">{name}</h2>
        <div className="shrink-0 [&_svg]:size-5 [&>*]:text-lg">
          <StateChip state={state} size="lg" />
        </div>
      </div>
      {waiting === null ? (
        <p className="text-lg text-muted">
          {nextAt === null ? (
            "No figures"
          ) : (
            <>
              Opens <Moment at={nextAt} />
            </>
          )}
        </p>
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <p className="figures text-4xl font-semibold">
            {formatNumber(waiting)} <span className="text-lg font-normal text-muted">waiting</span>
          </p>
          <p className="figures text-lg text-muted">
            {isBefore && nextAt !== null ? (
              <>
                Opens <Moment at={nextAt} />
              </>
            ) : (
              `${formatNumber(admittedPerMinute ?? 0)}/min, wait ${waitText(waitSeconds, waiting)}`
            )}
          </p>
          {series.length === 0 ? null : (
            <Sparkline values={series} label="Waiting in the last hour" />
          )}
        </div>
      )}
      {problems.length === 0 ? null : (
        <p
          className={cn(
            "text-lg font-medium",
            isDanger ? "text-danger" : "text-warning-soft-foreground",
          )}
        >
          {problems.map(({ label }) => label).join(", ")}
        </p>
      )}
    </li>
  );
}
