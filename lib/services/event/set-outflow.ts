import { askForEffects, unlessAsked } from "@/lib/services/approval/effects-of-change";
import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { requireOutflowWithin } from "./customer-limits";
import { scheduleInForce, withOutflow } from "./event-schedules";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { type SetOutflowInput, setOutflowInput } from "./inputs";

/**
 * Changes how many are admitted per minute, also while the event runs. If a schedule sets the outflow at
 * the moment, it is changed in that schedule. The same value changes nothing. Throws `outflow_limit` above what the
 * installation allows.
 */
export async function setOutflow(
  context: ServiceContext,
  rawInput: SetOutflowInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, outflowPerMinute, settingsVersion } = setOutflowInput.parse(rawInput);
  const answer = await withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    const schedule = scheduleInForce(event, Date.now());
    const overridden = schedule?.overrides.outflowPerMinute;
    const from = overridden ?? event.outflowPerMinute;
    if (from === outflowPerMinute) return toEventView(event);
    const data =
      schedule === null || overridden === undefined
        ? { outflowPerMinute }
        : withOutflow(event, schedule.id, outflowPerMinute);
    await requireOutflowWithin(tx, context, { before: event, after: { ...event, ...data } });
    const asked = await askForEffects(tx, context, {
      ...{ verb: "event.set-outflow", event, data, input: { eventId, outflowPerMinute } },
      act: `set the outflow to ${outflowPerMinute} per minute at`,
    });
    if (asked !== null) return asked;
    const changed = await changeEvent(tx, context, {
      event,
      data,
      seenVersion: settingsVersion,
    });
    const verb = outflowPerMinute > from ? "raised" : "lowered";
    await recordAudit(tx, context, {
      verb: "event.set-outflow",
      subject: event.id,
      summary: `${verb} outflow of ${event.name} from ${from} to ${outflowPerMinute} per minute${
        overridden === undefined ? "" : ` in “${schedule?.name}”`
      }`,
      details: { from, to: outflowPerMinute },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
  return unlessAsked(answer);
}
