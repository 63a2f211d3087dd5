import { type Control, useWatch } from "react-hook-form";
import { formatNumber } from "@/components/shared/format";
import { timeInWords } from "@/components/shared/local-time-echo";
import { useNow } from "@/components/shared/use-now";
import type { Purpose } from "@/lib/domain/event/purpose";
import type { EventFormValues } from "../event-form-values";
import { comingTimes } from "./coming-times";

type WhatHappensProps = { control: Control<EventFormValues>; purpose: Purpose };

/** What follows once the event is created, with its times in words. */
export function WhatHappens({ control, purpose }: WhatHappensProps) {
  const [kind, startLocal, endLocal, timeZone, preQueueMinutes] = useWatch({
    control,
    name: ["kind", "startLocal", "endLocal", "timeZone", "preQueueMinutes"],
  });
  const nowMs = useNow();
  const times = comingTimes(purpose, { kind, startLocal, endLocal, timeZone, preQueueMinutes });
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {kind === "always-on" ? <AllYear control={control} /> : null}
      {kind === "scheduled" && times.length === 0 ? (
        <p className="text-muted">Enter a start to see when the event opens.</p>
      ) : null}
      {times.length === 0 || nowMs === null ? null : (
        <dl className="flex flex-col gap-2">
          {times.map(({ what, atMs }) => (
            <div key={what}>
              <dt className="font-medium">{what}</dt>
              <dd className="text-xs text-pretty text-muted">
                {timeInWords(atMs, { timeZone, ownZone, nowMs })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-xs text-pretty text-muted">
        {purpose === "invitation"
          ? "Create access codes on the event's page, then send them. "
          : ""}
        {kind === "scheduled"
          ? "Press Schedule on the event's page and it opens by itself. Until then it's a draft."
          : "Press Start on the event's page when you're ready. Until then it's a draft."}
      </p>
    </div>
  );
}

/** When a line forms at an event that has no times. */
function AllYear({ control }: { control: Control<EventFormValues> }) {
  const [outflow, threshold] = useWatch({
    control,
    name: ["outflowPerMinute", "safetyNetPerMinute"],
  });
  const perMinute = threshold ?? outflow;
  if (perMinute === null || Number.isNaN(perMinute)) return null;
  return (
    <p className="text-pretty">
      Active from when you start it until you stop it. A line forms when more than{" "}
      <span className="figures font-medium">{formatNumber(perMinute)}</span> visitors arrive in a
      minute.
    </p>
  );
}
