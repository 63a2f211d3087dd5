import { periodInWords } from "@/lib/domain/schedule/period-in-words";
import { type Schedule, upcomingPeriods } from "@/lib/domain/schedule/schedule";

const SHOWN = 3;

type TimesProps = { schedule: Schedule; timeZone: string; nowMs: number };

/** The next three times at which a schedule begins. */
export function TimeList({ schedule, timeZone, nowMs }: TimesProps) {
  const periods = upcomingPeriods([schedule], nowMs, SHOWN);
  if (periods.length === 0) return <p className="text-xs text-muted">Does not happen any more.</p>;
  return (
    <ol aria-label={`Next times of ${schedule.name}`} className="figures text-xs text-muted">
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
