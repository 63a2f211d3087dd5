"use client";

import { useEffect, useRef } from "react";
import { AlertNewsList } from "@/components/alerts/alert-news";
import { useAlerting, useAlerts } from "@/components/alerts/use-alerts";
import { attentionOf } from "@/components/overview/attention";
import { listingUrl } from "@/components/overview/listing-params";
import { overviewAlerts, overviewLoss } from "@/components/overview/overview-alerts";
import { formatSecond } from "@/components/shared/format";
import { useLive } from "@/components/shared/use-live";
import { useNow } from "@/components/shared/use-now";
import { useZone } from "@/components/shared/zone";
import { cn } from "@/components/ui/class-names";
import type { OverviewListing } from "@/lib/services/operation/live/list-overview";
import { useAwake } from "./use-awake";
import { useSignedOut } from "./use-signed-out";
import { WallBar } from "./wall-bar";
import { WallEvents } from "./wall-events";
import { WallTotals } from "./wall-totals";

/** What needs attention first, then what is open with most who wait. */
const URL = listingUrl({ filter: "active", sort: "attention", search: "", page: 1 });
const POLL_MS = 3_000;
/** From then on figures are not called live, though one answer that is late is no failure. */
const LATE_SECONDS = 5;

type WallProps = { initial: OverviewListing; customer: string };

/**
 * All events at once, dark and large. When answers stop, the last figures stay and say how old they are; it asks on, and
 * goes on by itself once there are answers again.
 */
export function Wall({ initial, customer }: WallProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isPolledUnseen = useAlerting();
  const live = useLive<OverviewListing>({ url: URL, pollMs: POLL_MS, isPolledUnseen });
  const overview = live.data ?? initial;
  const isLost = live.isStale || live.hasFailed;
  const isWell = !isLost && overview.isServed === true;
  const isSignedOut = useSignedOut(URL, isLost);
  const { totals } = overview;
  const alerts = live.data && overviewAlerts(totals, live.data.isServed);
  const { news, isMuted } = useAlerts(alerts, overviewLoss(isLost, overview));
  useAwake();
  useDarkDocument();
  return (
    <div
      ref={frame}
      data-theme="dark"
      className="flex min-h-dvh flex-col gap-6 overflow-y-auto bg-background p-4 text-foreground sm:p-8"
    >
      <WallBar customer={customer} frame={frame} isMuted={isMuted} />
      <p
        role="status"
        className={cn(
          "figures text-lg",
          isWell
            ? "text-muted"
            : "rounded-2xl bg-danger-soft px-4 py-2 text-danger-soft-foreground",
        )}
      >
        {isSignedOut ? (
          <>
            Signed out, so these figures are old.{" "}
            <a href="/sign-in?next=/wall" className="link-text">
              Sign in again
            </a>
          </>
        ) : (
          <Freshness ageSeconds={live.ageSeconds} isLost={isLost} isServed={overview.isServed} />
        )}
      </p>
      <AlertNewsList news={news} className="text-lg" />
      <main className={cn("flex flex-1 flex-col gap-6", isLost && "opacity-60")}>
        <h1 className="sr-only">Wall</h1>
        <WallTotals totals={totals} isServed={overview.isServed} />
        <WallEvents
          page={overview.page}
          suspension={overview.suspension}
          isServed={overview.isServed}
        />
      </main>
    </div>
  );
}

type FreshnessProps = Pick<OverviewListing, "isServed"> & {
  ageSeconds: number | null;
  isLost: boolean;
};

function Freshness({ ageSeconds, isLost, isServed }: FreshnessProps) {
  const now = useNow();
  const zone = useZone();
  if (isLost && ageSeconds !== null && now !== null)
    return `No response. These are the figures of ${formatSecond(now - ageSeconds * 1_000, zone)}; trying again.`;
  if (isLost) return "No response yet, trying again.";
  if (isServed !== true) return attentionOf(0, isServed).text;
  const isLate = ageSeconds !== null && ageSeconds >= LATE_SECONDS;
  return isLate ? `Updated ${ageSeconds} s ago` : "Live";
}

/** What the browser paints around the page, as when it is pulled beyond its end. */
function useDarkDocument(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.colorScheme;
    style.colorScheme = "dark";
    return () => {
      style.colorScheme = before;
    };
  }, []);
}
