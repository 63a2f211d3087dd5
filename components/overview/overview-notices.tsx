import Link from "next/link";
import { plural } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import type { ConnectorTally } from "@/lib/domain/connector/pull-state";
import type { Overview } from "@/lib/services/operation/live/overview";

/** What is wrong with more than one event, and what to do. */
export function OverviewNotices({ overview }: { overview: Omit<Overview, "events"> }) {
  const { isServed, connectors } = overview;
  return (
    <div className="flex flex-col gap-2 empty:hidden [&>*:last-child]:mb-4">
      {isServed === null ? (
        <Notice tone="danger">
          Figures are unavailable because the lines can't be reached. Visitors keep their places.
        </Notice>
      ) : null}
      {isServed === false ? (
        <Notice tone="danger">
          No waiting-room server is running, so visitors get no page. Start one with{" "}
          <code className="font-mono">stanchion waiting-room</code>.
        </Notice>
      ) : null}
      {connectors !== null && isAllSilent(connectors) ? (
        <Notice tone="warning">
          No connector has fetched the rules in 15 minutes.{" "}
          <Link href="/connectors" className="link-text">
            View connectors
          </Link>
        </Notice>
      ) : null}
      {connectors !== null && connectors.behind > 0 ? (
        <Notice tone="warning">
          {plural(connectors.behind, "connector")} {connectors.behind === 1 ? "has" : "have"} older
          rules than the published ones.{" "}
          <Link href="/connectors" className="link-text">
            View connectors
          </Link>
        </Notice>
      ) : null}
    </div>
  );
}

function isAllSilent({ silent, ...others }: ConnectorTally): boolean {
  return silent > 0 && Object.values(others).every((count) => count === 0);
}
