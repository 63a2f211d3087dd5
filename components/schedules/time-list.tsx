import { comingPeriods, type FollowingEvent } from "@/lib/domain/schedule/occurrence";
import { periodInWords } from "@/lib/domain/schedule/period-in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";

const SHOWN = 3;

type TimesProps = {
  schedule: Schedule;
  /** Whose schedule it is: a time that somebody stopped it in does not happen any more. */
  event: FollowingEvent & { readonly status: "draft" | "open" | "stopped" };
  timeZone: string;
  nowMs: number;
};

/** The next three times at which a schedule begins. */
export function TimeList({ schedule, event, timeZone, nowMs }: TimesProps) {
  const periods = comingPeriods({ ...event, schedules: [schedule] }, nowMs, SHOWN);
  if (periods.length === 0) return <p className="text-xs text-muted">No upcoming times.</p>;
  return (
    <ol aria-label={`Upcoming times of ${schedule.name}`} className="figures text-xs text-muted">
      {periods.map((period) => (
        <li key={period.startAtMs}>
          <time dateTime={new Date(period.startAtMs).toISOString()}>
            {periodInWords(period, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  );
}
