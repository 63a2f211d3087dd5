import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { drawRulesOf } from "@/lib/domain/draw/draw-setting";
import type { SettingDifference } from "@/lib/domain/setting-differences/differ";
import { settingDifferences } from "@/lib/domain/setting-differences/setting-differences";
import { refuseOverlaps, timesAfterChange } from "@/lib/services/event/settings/event-schedules";
import {
  type EventSettingsInput,
  eventSettingsInput,
  type SomeSettings,
} from "@/lib/services/event/settings/schemas";
import { requireOwnTheme } from "@/lib/services/event/theme/find-theme";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import {
  type EventData,
  toEventData,
  toSettingsInput,
} from "@/lib/services/ground/setting-columns";
import { requireOutflowWithin } from "./customer-limits";
import { refuseOtherLanes } from "./inner/fixed-lanes";
import { refuseInternalAddresses } from "./refuse-internal-addresses";

/** A change of an event's settings that may be made: what the event gets, and what differs. */
export type PlannedChange = {
  readonly data: EventData;
  /** Empty where nothing differs. */
  readonly changes: readonly SettingDifference[];
  /** What an edit of its schedules changes at once of an open event, a sentence each. */
  readonly effects: readonly string[];
};

/**
 * Throws `precondition_failed` for an effect that the person has not read: with the schedules as its field, and all
 * effects in the reason.
 */
export function requireConfirmed(effects: readonly string[], confirmed: readonly string[]): void {
  if (effects.every((effect) => confirmed.includes(effect))) return;
  const reason = `Please confirm. ${effects.join(" ")}`;
  throw new ServiceError("precondition_failed", reason, { fields: { schedules: reason } });
}

/**
 * Checks all that a change of settings must not contradict, and changes nothing: so a draft is refused for the same
 * reasons as the change itself. Throws `invalid`, `outflow_limit`, and `precondition_failed` for what cannot change while
 * the event is open.
 */
export async function planChange(
  tx: Tx,
  context: ServiceContext,
  event: Event,
  given: SomeSettings,
): Promise<PlannedChange> {
  const before = toSettingsInput(event);
  const settings = eventSettingsInput.parse({ ...before, ...given });
  const changes = settingDifferences(before, settings);
  if (changes.length === 0) return { data: {}, changes, effects: [] };
  refuseInternalAddresses(given);
  if (given.schedules !== undefined) refuseOverlaps(settings.schedules, Date.now());
  const { times, effects } = timesAfterChange(event, { before, after: settings }, Date.now());
  const data = { ...toEventData(settings), ...times };
  await requireOutflowWithin(tx, context, {
    before: { ...before, occurrence: event.occurrence },
    after: settings,
  });
  refuseWhileOpen(event, { before, after: settings }, data);
  refusePromisedRules(event, before, settings);
  if (settings.theme !== event.theme) await requireOwnTheme(tx, context, settings.theme);
  return { data, changes, effects };
}

type Change = { readonly before: EventSettingsInput; readonly after: EventSettingsInput };

type Start = { readonly startAt: Date | null };

function refuseWhileOpen(event: Event, { before, after }: Change, { startAt }: Start): void {
  if (event.status !== "open") return;
  if (before.kind !== after.kind) {
    const reason = "Stop the event to switch between always-on and scheduled.";
    throw new ServiceError("precondition_failed", reason, { fields: { kind: reason } });
  }
  const { status } = event;
  refuseOtherLanes({ status, lanes: before.lanes }, { status, lanes: after.lanes });
  const isMoved = startAt?.getTime() !== event.startAt?.getTime();
  refusePromisedDraw({ before, after }, isMoved);
  const hasStarted = event.startAt !== null && event.startAt.getTime() <= Date.now();
  if (hasStarted && isMoved) {
    const reason =
      "The event has started and visitors hold numbers. Stop it and start a new run instead.";
    throw new ServiceError("precondition_failed", reason, { fields: { startLocal: reason } });
  }
}

type Rules = Parameters<typeof drawRulesOf>[0];

function refusePromisedRules(event: Event, before: Rules, after: Rules): void {
  if (event.status !== "open" || before.draw === null) return;
  if (isDeepStrictEqual(drawRulesOf(before), drawRulesOf(after))) return;
  const reason =
    "Draw exclusions and chances are committed before anyone joins. Stop the event to change them.";
  throw new ServiceError("precondition_failed", reason, { fields: { draw: reason } });
}

function refusePromisedDraw({ before, after }: Change, isMoved: boolean): void {
  if (!isDeepStrictEqual(before.draw, after.draw)) {
    const reason = "The draw is committed before anyone joins. Stop the event to change it.";
    throw new ServiceError("precondition_failed", reason, { fields: { draw: reason } });
  }
  if (before.draw !== null && isMoved) {
    const reason = "The start is committed with the draw. Stop the event to change it.";
    throw new ServiceError("precondition_failed", reason, { fields: { startLocal: reason } });
  }
}
