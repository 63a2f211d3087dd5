import { UsersRound } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "@/components/shared/button-link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { cn } from "@/components/ui/class-names";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { ListedVisitor, VisitorPage } from "@/lib/services/operation/report/list-visitors";
import type { ListVisitorsInput } from "@/lib/services/operation/report/visitor-inputs";

type VisitorListProps = { asked: ListVisitorsInput; page: VisitorPage };

const SHOWN: Readonly<
  Record<ListVisitorsInput["show"], { label: string; none: string; at: string }>
> = {
  waiting: { label: "Waiting", none: "Nobody is waiting", at: "Joined" },
  called: { label: "Called", none: "Nobody is called and not admitted yet", at: "Joined" },
  admitted: { label: "Admitted", none: "Nobody has been admitted in this run", at: "Admitted" },
  left: { label: "Left", none: "Nobody has left in this run", at: "Joined" },
};
const SHOWS = ["waiting", "called", "admitted", "left"] as const;

function hrefOf({ eventId, show, lane, from }: ListVisitorsInput): string {
  const query = new URLSearchParams({
    show,
    ...(lane === undefined ? {} : { lane }),
    ...(from === undefined ? {} : { from }),
  });
  return `/events/${eventId}/visitors?${query}`;
}

/** A page of those who wait at an event, were called, are in or have left. */
export function VisitorList({ asked, page }: VisitorListProps) {
  const { eventId, show, lane, from } = asked;
  const { visitors, next, lanes } = page;
  const first: ListVisitorsInput = { eventId, show, lane };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choice
          label="Which visitors"
          choices={SHOWS.map((value) => ({
            label: SHOWN[value].label,
            href: hrefOf({ ...first, show: value }),
            isChosen: value === show,
          }))}
        />
        {lanes.length < 2 ? null : (
          <Choice
            label="Lane"
            choices={lanes.map(({ key, name }, index) => ({
              label: name,
              href: hrefOf({ ...first, lane: key }),
              isChosen: lane === undefined ? index === 0 : key === lane,
            }))}
          />
        )}
      </div>
      <section
        aria-label={SHOWN[show].label}
        className="overflow-hidden rounded-3xl bg-surface shadow-surface"
      >
        {visitors === null || visitors.length === 0 ? (
          <NobodyHere asked={asked} hasRun={visitors !== null} hasMore={next !== null} />
        ) : (
          <DataTable
            caption={SHOWN[show].label}
            columns={columnsOf(asked)}
            rows={visitors}
            rowKey={({ code }) => code}
          />
        )}
      </section>
      <nav aria-label="Pages of visitors" className="flex justify-between gap-2">
        {from === undefined ? (
          <span />
        ) : (
          <ButtonLink href={hrefOf(first)} variant="tertiary">
            First page
          </ButtonLink>
        )}
        {next === null ? null : (
          <ButtonLink href={hrefOf({ ...first, from: next })} variant="tertiary">
            Next page
          </ButtonLink>
        )}
      </nav>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  choices: readonly { label: string; href: string; isChosen: boolean }[];
};

function Choice({ label, choices }: ChoiceProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1 rounded-full bg-default p-0.5 text-sm">
        {choices.map(({ label: text, href, isChosen }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isChosen ? "page" : undefined}
              className={cn(
                "flex min-h-7 items-center max-sm:min-h-11 rounded-full px-3 outline-none focus-visible:focus-ring",
                isChosen ? "bg-surface font-medium shadow-surface" : "text-muted",
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NobodyProps = { asked: ListVisitorsInput; hasRun: boolean; hasMore: boolean };

function NobodyHere({ asked, hasRun, hasMore }: NobodyProps) {
  if (!hasRun) {
    return (
      <EmptyState icon={UsersRound} title="No active run">
        This list shows the active run. Search by support code or queue ID to find visitors of
        earlier runs.
      </EmptyState>
    );
  }
  if (hasMore) {
    return (
      <EmptyState icon={UsersRound} title="No matches among these numbers">
        1,000 numbers were checked. Go to the next page to continue.
      </EmptyState>
    );
  }
  if (asked.from !== undefined) {
    return (
      <EmptyState icon={UsersRound} title="No more visitors">
        Reload the page to update this list.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={UsersRound} title={SHOWN[asked.show].none}>
      Visitors appear here as they join. Reload the page for the newest.
    </EmptyState>
  );
}

function columnsOf({ eventId, show }: ListVisitorsInput): readonly DataColumn<ListedVisitor>[] {
  const isIn = show === "admitted";
  const columns: readonly (DataColumn<ListedVisitor> | false)[] = [
    {
      key: "number",
      header: "Number",
      cell: ({ number, code }) => (
        <Link
          href={`/visitors?${new URLSearchParams({ event: eventId, code })}`}
          className="figures font-medium link-text"
        >
          {formatNumber(runningNumber(number))}
        </Link>
      ),
    },
    {
      key: "at",
      header: SHOWN[show].at,
      cell: ({ at }) => (at === null ? <None /> : <Moment at={at} />),
    },
    isIn && {
      key: "until",
      header: "Seat until",
      wideOnly: true,
      cell: ({ until }) => (until === null ? <None /> : <Moment at={until} />),
    },
    !isIn && {
      key: "present",
      header: "Near the front",
      wideOnly: true,
      cell: ({ isPresent }) => (isPresent === true ? "Present" : <None />),
    },
    !isIn && {
      key: "score",
      header: "Score",
      align: "end",
      cell: ({ score }) => <span className="figures">{score ?? "–"}</span>,
    },
    {
      key: "code",
      header: isIn ? "Queue ID" : "Support code",
      wideOnly: true,
      align: "end",
      cell: ({ code }) => <span className="font-mono text-xs text-muted">{code}</span>,
    },
  ];
  return columns.filter((column) => column !== false);
}

function None() {
  return <span className="text-muted">–</span>;
}
