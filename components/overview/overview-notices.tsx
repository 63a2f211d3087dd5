import Link from "next/link";
import { plural } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import type { Overview } from "@/lib/services/live/overview";

/** What is wrong with more than one event, and what to do. */
export function OverviewNotices({ overview }: { overview: Omit<Overview, "rooms"> }) {
  const { isServed, connectors } = overview;
  return (
    <div className="flex flex-col gap-2 empty:hidden [&>*:last-child]:mb-4">
      {isServed === null ? (
        <Notice tone="danger">
          The lines cannot be reached just now, so their figures are missing. Visitors keep their
          places.
        </Notice>
      ) : null}
      {isServed === false ? (
        <Notice tone="danger">
          No waiting-room server is running. Visitors who are sent there get no page. Start one with{" "}
          <code className="font-mono">stanchion waiting-room</code>.
        </Notice>
      ) : null}
      {connectors !== null && connectors.silent > 0 && connectors.current === 0 ? (
        <Notice tone="warning">
          No connector has asked for the rules for a quarter of an hour.{" "}
          <Link href="/connectors" className="link-text">
            See which
          </Link>
        </Notice>
      ) : null}
      {connectors !== null && connectors.behind > 0 ? (
        <Notice tone="warning">
          {plural(connectors.behind, "connector")} {connectors.behind === 1 ? "has" : "have"} older
          rules than the published ones.{" "}
          <Link href="/connectors" className="link-text">
            See which
          </Link>
        </Notice>
      ) : null}
    </div>
  );
}
