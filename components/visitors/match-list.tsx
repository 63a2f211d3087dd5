import { SearchX } from "lucide-react";
import { DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { Button } from "@/components/ui/button";
import { runningNumber } from "@/lib/domain/line/epoch";
import type {
  BlockedMatch,
  VisitorMatch,
  VisitorSearchResult,
} from "@/lib/services/operation/report/search-visitors";

type MatchListProps = {
  result: VisitorSearchResult;
  /** The one whose story is shown. */
  opened: Pick<VisitorMatch, "eventId" | "code"> | null;
  open: (match: VisitorMatch) => void;
};

/** Whom a search found: nobody, somebody a rule turned away, or one of several, to be chosen. */
export function MatchList({ result, opened, open }: MatchListProps) {
  const { matches, blocked, hasMore } = result;
  if (blocked.length > 0) return <BlockedList blocked={blocked} />;
  if (matches.length === 0) {
    return (
      <Panel flush>
        <EmptyState icon={SearchX} title="No visitor found">
          Check the support code with the visitor. A queue ID finds admitted visitors, a key finds
          visitors of open events, and an e-mail address finds visitors who asked to be notified.
        </EmptyState>
      </Panel>
    );
  }
  if (matches.length === 1) return null;
  return (
    <Panel
      title="Several places match"
      description="A support code doesn’t name its event. Ask the visitor which event they are waiting for."
      flush
    >
      <DataTable
        caption="Places that match"
        rows={matches}
        rowKey={({ eventId, run, lane, number }) => `${eventId} ${run} ${lane} ${number}`}
        columns={[
          {
            key: "event",
            header: "Event",
            cell: (match) => (
              <span className="flex flex-col">
                <span className="font-medium">{match.eventName}</span>
                <span className="text-note text-muted">
                  {match.isOpen ? "Open now" : `Run ${match.run}`}
                  {match.lane === null ? "" : `, lane ${match.lane}`}
                </span>
              </span>
            ),
          },
          {
            key: "number",
            header: "Number",
            align: "end",
            cell: ({ number }) => (
              <span className="figures">
                {number === null ? "–" : formatNumber(runningNumber(number))}
              </span>
            ),
          },
          {
            key: "open",
            header: "Actions",
            hideHeader: true,
            align: "end",
            cell: (match) => (
              <Button
                size="sm"
                variant="secondary"
                aria-pressed={match.eventId === opened?.eventId && match.code === opened.code}
                aria-label={`Show ${nameOfMatch(match)}`}
                onClick={() => open(match)}
              >
                Show
              </Button>
            ),
          },
        ]}
      />
      {hasMore ? <p className="px-4 py-2 text-note text-muted">The first 50 are listed.</p> : null}
    </Panel>
  );
}

function nameOfMatch({ number, eventName, lane }: VisitorMatch): string {
  const who = number === null ? "visitor" : `number ${formatNumber(runningNumber(number))}`;
  return `${who} at ${eventName}${lane === null ? "" : `, lane ${lane}`}`;
}

function BlockedList({ blocked }: { blocked: readonly BlockedMatch[] }) {
  return (
    <>
      {blocked.map(({ eventId, eventName, rule, at }) => (
        <Notice key={`${eventId} ${rule}`} tone="warning">
          Blocked by the access rule “{rule}” of {eventName}, <Moment at={at} />. A blocked visitor
          has no place. Send a staff link if this was a mistake.
        </Notice>
      ))}
    </>
  );
}
