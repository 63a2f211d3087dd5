import Link from "next/link";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { Comparison } from "@/lib/services/operation/rehearsal/get-comparison";
import { lastRunWords, projectionWords, rehearsalWords } from "./projection-words";
import { stageOf } from "./tiles";

type ProjectionLineProps = { live: EventLive; comparison: Comparison };

/** What becomes of the line, beside what was rehearsed and what happened the last time. */
export function ProjectionLine({ live, comparison }: ProjectionLineProps) {
  const projection = projectionWords(live);
  const isOver = stageOf(live) === "over";
  const rehearsal = isOver ? null : rehearsalWords(comparison);
  const lastRun = isOver ? null : lastRunWords(comparison);
  if (projection === null && rehearsal === null && lastRun === null) return null;
  return (
    <div className="figures flex flex-wrap items-baseline gap-x-5 gap-y-1 border-t border-separator px-4 py-2.5 text-xs text-muted">
      {projection === null ? null : (
        <p data-slot="projection" className="mr-auto text-sm font-medium text-foreground">
          {projection}
        </p>
      )}
      {rehearsal === null || comparison.rehearsal === null ? null : (
        <Link href={`/rehearsals/${comparison.rehearsal.id}`} className="link-text">
          {rehearsal}
        </Link>
      )}
      {lastRun === null ? null : <p>{lastRun}</p>}
    </div>
  );
}
