import type { Event } from "@/lib/db/generated/client";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { TargetedMessage } from "@/lib/domain/message/targeted-message";
import type { KeptOccurrence } from "@/lib/domain/schedule/occurrence";
import type { PromisedOpening } from "@/lib/domain/schedule/promised-opening";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { heldUntil, occurrenceInForce, openingOfRow, scheduleInForce } from "./event-schedules";
import type { EventSettingsInput } from "./schemas";
import { logoOf, messageOf, pauseMessagesOf } from "./to-settings";

/** An event as screens and API show it: its settings and its state. Plain data. */
export type EventView = EventSettingsInput & {
  /** The id on the wire (`e`). */
  readonly eventId: string;
  readonly status: "draft" | "open" | "stopped";
  readonly paused: boolean;
  readonly softBlock: boolean;
  /** Everybody is let in, whatever the line says. */
  readonly letThrough: boolean;
  readonly pauseMessage: string | null;
  /** The same by language, where it was written in several. */
  readonly pauseMessages: MessageTexts | null;
  /** What everybody in line is told while the event is open. */
  readonly message: TargetedMessage | null;
  /** Instants in ISO 8601, UTC. */
  readonly startAt: string | null;
  readonly endAt: string | null;
  /** The schedule whose overrides are in force, and the outflow with them. */
  readonly schedule: { readonly id: string; readonly name: string } | null;
  readonly outflowInForce: number;
  /** The start before which an always-on event admits nobody, in the pre-queue of its schedule. */
  readonly heldUntil: string | null;
  /** The occurrence that its start and end come from; null where they are its own. */
  readonly occurrence: KeptOccurrence | null;
  /** What becomes of the opening that its times promise. */
  readonly opening: PromisedOpening | null;
  readonly logo: { readonly hash: string; readonly contentType: string } | null;
  readonly settingsVersion: number;
  /** 0 until the event is started for the first time. */
  readonly runId: number;
  /** True for the copy of an event that a rehearsal plays with. */
  readonly isTest: boolean;
  /** Since when it is in the archive; null outside it. */
  readonly archivedAt: string | null;
  /** The file that it is kept in; null: none. */
  readonly managedBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export function toEventView(event: Event): EventView {
  const schedule = scheduleInForce(event, event.updatedAt.getTime());
  const settings = toSettingsInput(event);
  const heldUntilMs = heldUntil(event, event.updatedAt.getTime());
  return {
    ...settings,
    eventId: event.wireId,
    status: event.status,
    paused: event.paused,
    softBlock: event.softBlock,
    letThrough: event.letThrough,
    pauseMessage: event.pauseMessage,
    pauseMessages: pauseMessagesOf(event),
    message: event.status === "open" ? messageOf(event) : null,
    startAt: event.startAt?.toISOString() ?? null,
    endAt: event.endAt?.toISOString() ?? null,
    schedule: schedule === null ? null : { id: schedule.id, name: schedule.name },
    occurrence: occurrenceInForce(event),
    opening: openingOfRow(event, Date.now()),
    outflowInForce: schedule?.overrides.outflowPerMinute ?? settings.outflowPerMinute,
    heldUntil: heldUntilMs === null ? null : new Date(heldUntilMs).toISOString(),
    logo: logoOf(event),
    settingsVersion: event.settingsVersion,
    runId: event.currentRun,
    isTest: event.testOf !== null,
    archivedAt: event.archivedAt?.toISOString() ?? null,
    managedBy: event.managedBy,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
}
