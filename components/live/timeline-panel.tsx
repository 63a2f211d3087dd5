import { ZoomOut } from "lucide-react";
import { useState } from "react";
import { Timeline } from "@/components/charts/timeline";
import { type TimelineChoice, useTimeline } from "@/components/events/use-timeline";
import { formatMoment } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { Segmented } from "@/components/shared/segmented";
import { SelectBox } from "@/components/shared/select-box";
import { useZone } from "@/components/shared/zone";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { TimelineRange } from "@/lib/domain/figures/timeline";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { Timeline as TimelineData } from "@/lib/services/operation/figures/read-timeline";
import { fineSteps } from "./fine-steps";

type TimelinePanelProps = { eventId: string; snapshot: LineSnapshot | null };

const RANGES = [
  { value: "quarter", label: "15 min" },
  { value: "hour", label: "Hour" },
  { value: "day", label: "Day" },
  { value: "run", label: "Run" },
] as const satisfies readonly { value: TimelineRange; label: string }[];

/** What happened, from the last 15 minutes to a whole run, now or in a run that is over; each lane for itself. */
export function TimelinePanel({ eventId, snapshot }: TimelinePanelProps) {
  const zone = useZone();
  const [choice, setChoice] = useState<TimelineChoice>({
    range: "quarter",
    run: null,
    lane: null,
    part: null,
  });
  const { data: timeline, isError, isPlaceholderData } = useTimeline(eventId, choice);
  const change = (changes: Partial<TimelineChoice>) =>
    setChoice((before) => ({ ...before, part: null, ...changes }));
  if (timeline === undefined) return <TimelineSkeleton hasFailed={isError} />;
  return (
    <div aria-busy={isPlaceholderData}>
      <Timeline
        timeline={timeline}
        timeZone={zone}
        fine={fineOf(timeline, choice, snapshot)}
        zoom={(part) => change({ part })}
        actions={
          <>
            {choice.part === null ? null : (
              <Button size="sm" variant="secondary" onClick={() => change({})}>
                <ZoomOut aria-hidden />
                Show all
              </Button>
            )}
            <Choices timeline={timeline} choice={choice} change={change} zone={zone} />
          </>
        }
        footer={isError ? <Unanswered /> : undefined}
      />
    </div>
  );
}

type ChoicesProps = {
  timeline: TimelineData;
  choice: TimelineChoice;
  change: (changes: Partial<TimelineChoice>) => void;
  zone: string;
};

function Choices({ timeline, choice, change, zone }: ChoicesProps) {
  const runs = timeline.runs.map(({ run, openedAt, endedAt }) => ({
    value: String(run),
    label: `Run ${run}, ${formatMoment(openedAt, zone)}${endedAt === null ? ", open" : ""}`,
  }));
  const lanes = timeline.lanes.map((label, index) => ({ value: String(index), label }));
  return (
    <>
      {lanes.length < 2 ? null : (
        <SelectBox
          label="Lane"
          hideLabel
          className="w-36"
          value={choice.lane === null ? "all" : String(choice.lane)}
          options={[{ value: "all", label: "All lanes" }, ...lanes]}
          onChange={(lane) => change({ lane: lane === "all" ? null : Number(lane) })}
        />
      )}
      {runs.length < 2 ? null : (
        <SelectBox
          label="Run"
          hideLabel
          className="w-48"
          value={choice.run === null ? "now" : String(choice.run)}
          options={[{ value: "now", label: "to now" }, ...runs]}
          onChange={(run) =>
            // Another run may have other lanes.
            change({
              lane: null,
              ...(run === "now"
                ? { run: null, range: "quarter" }
                : { run: Number(run), range: "run" }),
            })
          }
        />
      )}
      <Segmented
        label="Time range"
        value={choice.range}
        options={RANGES}
        onChange={(range) => change({ range })}
      />
    </>
  );
}

/** Only what runs now has shorter steps, and only of all lanes together. */
function fineOf(timeline: TimelineData, choice: TimelineChoice, snapshot: LineSnapshot | null) {
  const isNow = choice.run === null && choice.lane === null && choice.part === null;
  if (!isNow || timeline.range !== "quarter" || snapshot === null) return undefined;
  const [newest] = timeline.runs;
  if (newest === undefined || newest.endedAt !== null) return undefined;
  return fineSteps(snapshot.series, Date.parse(newest.openedAt)) ?? undefined;
}

function Unanswered() {
  return (
    <Notice tone="warning" className="m-4 mt-0">
      Can't load newer figures. Retrying every ten seconds.
    </Notice>
  );
}

function TimelineSkeleton({ hasFailed }: { hasFailed: boolean }) {
  return (
    <Panel title="Timeline" flush>
      {hasFailed ? (
        <div className="p-4">
          <Notice tone="warning">Can't load the timeline. Retrying every ten seconds.</Notice>
        </div>
      ) : (
        <div className="flex flex-col gap-4 p-4" role="status" aria-busy="true">
          <span className="sr-only">Loading the timeline</span>
          <Skeleton className="h-52 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-20 rounded-lg" />
        </div>
      )}
    </Panel>
  );
}
