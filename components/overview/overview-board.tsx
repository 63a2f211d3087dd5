"use client";

import { SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { AlertNewsList } from "@/components/alerts/alert-news";
import { AlertSwitch } from "@/components/alerts/alert-switch";
import { useAlerting, useAlerts } from "@/components/alerts/use-alerts";
import { LiveStatus } from "@/components/live/live-status";
import { DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { plural } from "@/components/shared/format";
import { useLive } from "@/components/shared/use-live";
import { Button } from "@/components/ui/button";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { EventFilter, EventListing, EventPage } from "@/lib/domain/overview/overview-list";
import type { OverviewListing } from "@/lib/services/operation/live/list-overview";
import { BulkBar } from "./bulk-bar";
import type { ActOnMany } from "./bulk-dialog";
import { eventColumns } from "./event-columns";
import { ListingBar } from "./listing-bar";
import { listingUrl } from "./listing-params";
import { overviewAlerts, overviewLoss } from "./overview-alerts";
import { OverviewNotices } from "./overview-notices";
import { TotalsPanel } from "./totals-panel";
import { useChosenEvents } from "./use-chosen-events";
import { useListing } from "./use-listing";

const POLL_MS = 3_000;

// Nobody needs it before something is chosen.
const BulkDialog = dynamic(() => import("./bulk-dialog").then((module) => module.BulkDialog), {
  ssr: false,
});

type OverviewBoardProps = {
  /** What the server has answered already, so that something stands there at once. */
  initial: OverviewListing;
  /** What is listed before anybody has chosen. */
  firstFilter: EventFilter;
  /** Above the list stand the totals of the account. */
  hasTotals: boolean;
  canWrite: boolean;
  /** Absent for members who may not operate events. */
  actOnMany: ActOnMany | undefined;
};

/**
 * All events, however many: one request every three seconds answers a page of them and the totals of all. What is listed
 * stands in the address.
 */
export function OverviewBoard(props: OverviewBoardProps) {
  const { initial, firstFilter, hasTotals, canWrite, actOnMany } = props;
  const { listing, asked, change } = useListing(firstFilter);
  const chosen = useChosenEvents();
  const isPolledUnseen = useAlerting();
  const url = listingUrl(asked, chosen.ids);
  const live = useLive<OverviewListing>({
    ...{ url, pollMs: POLL_MS, isPolledUnseen, keepsFormer: true },
  });
  const overview = live.data ?? initial;
  const { page, totals, isServed } = overview;
  const shown = useShown(asked, live.isAnswered);
  const alerts = live.data && overviewAlerts(totals, isServed);
  const loss = overviewLoss(live.isStale || live.hasFailed, overview);
  const { news, isMuted } = useAlerts(alerts, loss);
  const ticked = withIds(chosen.ids, [...overview.chosen, ...page.events]);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        <AlertNewsList news={news} className="text-xs" />
        {hasTotals ? (
          <div className="ml-auto">
            <AlertSwitch isMuted={isMuted} />
          </div>
        ) : null}
      </div>
      <OverviewNotices overview={overview} />
      {hasTotals ? <TotalsPanel totals={totals} isServed={isServed} /> : null}
      <section
        aria-label="Events"
        className="overflow-hidden rounded-3xl bg-surface shadow-surface"
      >
        <ListingBar listing={listing} counts={page.counts} onChange={change} />
        {ticked.length === 0 ? null : (
          <BulkBar
            count={ticked.length}
            ask={(act) => chosen.ask(act, ticked)}
            clear={chosen.clear}
          />
        )}
        {page.events.length === 0 ? (
          <NothingFound listing={shown} onShowAll={() => change({ filter: "all", search: "" })} />
        ) : (
          <DataTable
            caption="Events"
            columns={eventColumns(overview, {
              canWrite,
              ...(actOnMany === undefined ? {} : chosen.actsWith(ticked)),
            })}
            rows={page.events}
            rowKey={({ eventId }) => eventId}
          />
        )}
        <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-separator px-4 py-2">
          <LiveStatus {...live} />
          <Pages
            page={page}
            onTurn={(by) => {
              // Pressed twice, it turns two pages, whatever is shown by then.
              const from = live.isAnswered ? page.page : listing.page;
              change({ page: Math.min(Math.max(1, from + by), page.pages) });
            }}
          />
        </footer>
      </section>
      {chosen.asked === null || actOnMany === undefined ? null : (
        <BulkDialog
          {...chosen.asked}
          actOnMany={actOnMany}
          onClose={chosen.close}
          onDone={() => {
            chosen.clear();
            live.refetch();
          }}
        />
      )}
    </>
  );
}

/** The listing that is shown: the one that is asked for, once it is answered. */
function useShown(asked: EventListing, isAnswered: boolean): EventListing {
  const [shown, setShown] = useState(asked);
  if (isAnswered && shown !== asked) setShown(asked);
  return shown;
}

/** Of these events those with such ids, each once. */
function withIds(ids: ReadonlySet<string>, events: readonly ListedEvent[]) {
  const known = new Map(events.map((event) => [event.eventId, event]));
  return [...ids].flatMap((id) => known.get(id) ?? []);
}

const NOTHING: Record<EventFilter, { title: string; text: string }> = {
  now: {
    title: "No open events",
    text: "Visitors go straight to your pages, or see that the event has not started. Start an event on its page, or schedule it.",
  },
  coming: {
    title: "No upcoming events",
    text: "Events with a start time or a schedule appear here, soonest first.",
  },
  attention: {
    title: "Nothing needs attention",
    text: "Every open event is running with your settings.",
  },
  tests: {
    title: "No test copies",
    text: "A live rehearsal runs on a copy of an event. It is listed here until the rehearsal ends.",
  },
  active: {
    title: "No open or upcoming events",
    text: "Events that are open, or have a start time or a schedule, appear here.",
  },
  all: { title: "No events yet", text: "Create an event to protect a page with a waiting room." },
};

function NothingFound(props: { listing: EventListing; onShowAll: () => void }) {
  const { filter, search } = props.listing;
  const words =
    search.trim() === ""
      ? NOTHING[filter]
      : {
          title: `No match for “${search.trim()}”`,
          text: "Searches names and IDs of the events in this list.",
        };
  return (
    <EmptyState
      icon={SearchX}
      title={words.title}
      action={
        filter === "all" && search === "" ? undefined : (
          <Button size="sm" variant="secondary" onClick={props.onShowAll}>
            Show all events
          </Button>
        )
      }
    >
      {words.text}
    </EmptyState>
  );
}

function Pages({ page, onTurn }: { page: EventPage; onTurn: (by: 1 | -1) => void }) {
  if (page.pages === 1) {
    return <p className="figures text-note text-muted">{plural(page.found, "event")}</p>;
  }
  return (
    <nav aria-label="Pages of the list" className="flex items-center gap-2">
      <p className="figures text-note text-muted" aria-live="polite">
        Page {page.page} of {page.pages}, {plural(page.found, "event")}
      </p>
      <Button size="sm" variant="tertiary" isDisabled={page.page === 1} onClick={() => onTurn(-1)}>
        Previous
      </Button>
      <Button
        size="sm"
        variant="tertiary"
        isDisabled={page.page === page.pages}
        onClick={() => onTurn(1)}
      >
        Next
      </Button>
    </nav>
  );
}
