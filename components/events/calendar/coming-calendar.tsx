import Link from "next/link";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { cn } from "@/components/ui/class-names";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { periodInWords } from "@/lib/domain/schedule/period-in-words";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { type CalendarDay, type ComingTime, comingDays, comingTimes } from "./coming-days";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const SHOWN_A_DAY = 2;

type ComingCalendarProps = { event: EventView; nowMs: number };

/** The next five weeks of an event: when it is open, and when a schedule changes it. */
export function ComingCalendar({ event, nowMs }: ComingCalendarProps) {
  const { timeZone } = event;
  const times = comingTimes(event, nowMs);
  const days = comingDays(times, timeZone, nowMs);
  const zone = timeZone.replaceAll("_", " ");
  return (
    <Panel title="Upcoming times" description={`Next five weeks, in ${zone}.`}>
      {times.length === 0 ? (
        <p className="text-sm text-muted">
          {event.kind === "always-on"
            ? "The event is always on, and no schedule changes it."
            : "Nothing planned. Set a start time above or add a schedule below."}
        </p>
      ) : (
        <>
          {event.opening?.type === "unarmed" ? (
            <Notice tone="warning" className="mb-3">
              This event is a draft, so nothing opens at these times until you{" "}
              <Link href={`/events/${event.eventId}`} className="font-medium underline">
                schedule it
              </Link>
              .
            </Notice>
          ) : null}
          <Weeks days={days} timeZone={timeZone} />
          <ul aria-label="Upcoming times" className="mt-3 flex flex-col gap-1 text-xs sm:sr-only">
            {times.map((time) => (
              <li key={`${time.name} ${time.startAtMs}`}>{inWords(time, timeZone)}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Weeks({ days, timeZone }: { days: readonly CalendarDay[]; timeZone: string }) {
  return (
    <div aria-hidden className="grid grid-cols-7 gap-px overflow-hidden rounded-lg bg-separator">
      {WEEKDAYS.map((day) => (
        <div key={day} className="bg-surface px-1.5 py-1 text-xs text-muted">
          {day}
        </div>
      ))}
      {days.map((day) => (
        <div key={day.date} className="min-h-14 min-w-0 bg-surface px-1.5 py-1">
          <p
            className={cn(
              "figures w-fit text-xs",
              day.isToday
                ? "-ml-1 rounded-md bg-accent px-1 font-semibold text-accent-foreground"
                : "text-muted",
            )}
          >
            {Number(day.date.slice(8))}
          </p>
          {day.times.slice(0, SHOWN_A_DAY).map((time) => (
            <p
              key={`${time.name} ${time.startAtMs}`}
              title={inWords(time, timeZone)}
              className="mt-0.5 truncate rounded-md bg-accent-soft px-1 text-xs text-accent-soft-foreground max-sm:h-1.5 max-sm:text-transparent"
            >
              {startOn(time, day, timeZone)} {time.name}
            </p>
          ))}
          {day.times.length > SHOWN_A_DAY ? (
            <p className="text-xs text-muted">+{day.times.length - SHOWN_A_DAY}</p>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** The time of day, on the day on which it begins. */
function startOn({ startAtMs }: ComingTime, { date }: CalendarDay, timeZone: string): string {
  const local = instantToLocalTime(startAtMs, timeZone);
  return local.slice(0, 10) === date ? local.slice(11, 16) : "→";
}

function inWords({ name, startAtMs, endAtMs }: ComingTime, timeZone: string): string {
  const when =
    endAtMs === null
      ? `from ${instantToLocalTime(startAtMs, timeZone).replace("T", " ")}`
      : periodInWords({ startAtMs, endAtMs }, timeZone);
  return `${name}: ${when}`;
}
