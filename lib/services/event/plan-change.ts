import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { drawRulesOf } from "@/lib/domain/draw/draw-setting";
import type { SettingDifference } from "@/lib/domain/setting-differences/differ";
import { settingDifferences } from "@/lib/domain/setting-differences/setting-differences";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { requireOwnTheme } from "@/lib/services/theme/find-theme";
import { requireOutflowWithin } from "./customer-limits";
import { refuseOverlaps, timesAfterChange } from "./event-schedules";
import { toSettingsInput } from "./event-view";
import { refuseOtherLanes } from "./fixed-lanes";
import { refuseInternalAddresses } from "./refuse-internal-addresses";
import { eventSettingsInput, type SomeSettings } from "./schemas";
import { toEventColumns } from "./to-columns";
import { drawSettingOf } from "./to-settings";

/** A change of an event's settings that may be made: its columns, and what differs. */
export type PlannedChange = {
  readonly data: Prisma.EventUpdateManyMutationInput;
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
  const reason = `Confirm what changes with it. ${effects.join(" ")}`;
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
  const data = { ...toEventColumns(settings), ...times };
  await requireOutflowWithin(tx, context, { before: event, after: settings });
  refuseWhileOpen(event, data);
  refusePromisedRules(event, before, settings);
  if (settings.theme !== event.theme) await requireOwnTheme(tx, context, settings.theme);
  return { data, changes, effects };
}

function refuseWhileOpen(event: Event, data: ReturnType<typeof toEventColumns>): void {
  if (event.status !== "open") return;
  if (data.kind !== event.kind) {
    const reason = "An open event cannot change between always-on and scheduled. Stop it first.";
    throw new ServiceError("precondition_failed", reason, { fields: { kind: reason } });
  }
  refuseOtherLanes(event, { ...event, lanes: data.lanes });
  refusePromisedDraw(event, data);
  const hasStarted = event.startAt !== null && event.startAt.getTime() <= Date.now();
  if (hasStarted && data.startAt?.getTime() !== event.startAt?.getTime()) {
    const reason = "It has started; visitors hold numbers. Stop it and start a new run instead.";
    throw new ServiceError("precondition_failed", reason, { fields: { startLocal: reason } });
  }
}

type Rules = Parameters<typeof drawRulesOf>[0];

function refusePromisedRules(event: Event, before: Rules, after: Rules): void {
  if (event.status !== "open" || before.draw === null) return;
  if (isDeepStrictEqual(drawRulesOf(before), drawRulesOf(after))) return;
  const reason =
    "Who is excluded from the draw, and the chances in it, are promised before anybody joins. Stop the event to change them.";
  throw new ServiceError("precondition_failed", reason, { fields: { draw: reason } });
}

function refusePromisedDraw(event: Event, data: ReturnType<typeof toEventColumns>): void {
  const before = drawSettingOf(event);
  const after = data.draw === Prisma.DbNull ? null : data.draw;
  if (!isDeepStrictEqual(before, after)) {
    const reason = "A draw is promised before anybody joins. Stop the event to change it.";
    throw new ServiceError("precondition_failed", reason, { fields: { draw: reason } });
  }
  if (before !== null && data.startAt?.getTime() !== event.startAt?.getTime()) {
    const reason = "The start was promised with the draw. Stop the event to change it.";
    throw new ServiceError("precondition_failed", reason, { fields: { startLocal: reason } });
  }
}
