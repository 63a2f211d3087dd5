import { Prisma } from "@/lib/db/generated/client";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import type { EventSettingsInput } from "./schemas";

/** The columns of checked settings; local times become instants. */
export function toEventColumns(settings: EventSettingsInput) {
  const { kind, startLocal: _start, endLocal: _end, ...columns } = settings;
  const result = readEventTimes(settings);
  if (!result.ok) throw new Error("Settings must be checked before they are stored.");
  const { startAtMs, endAtMs } = result.times;
  return {
    ...columns,
    admission: settings.admission ?? Prisma.DbNull,
    governor: settings.governor ?? Prisma.DbNull,
    afterEvent: settings.afterEvent ?? Prisma.DbNull,
    draw: settings.draw ?? Prisma.DbNull,
    notices: settings.notices.mail || settings.notices.push ? settings.notices : Prisma.DbNull,
    protection: settings.protection ?? Prisma.DbNull,
    turn: settings.turn ?? Prisma.DbNull,
    kind: kind === "always-on" ? "always_on" : "scheduled",
    startAt: startAtMs === null ? null : new Date(startAtMs),
    endAt: endAtMs === null ? null : new Date(endAtMs),
  } as const satisfies Prisma.EventUpdateManyMutationInput;
}
