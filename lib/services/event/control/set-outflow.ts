import { applyChange } from "@/lib/services/event/change/apply-change";
import { requireOutflowWithin } from "@/lib/services/event/change/customer-limits";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { scheduleInForce, withOutflow } from "@/lib/services/event/settings/event-schedules";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setOutflowInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";

/**
 * Changes how many are admitted per minute, also while the event runs. If a schedule sets the outflow at
 * the moment, it is changed in that schedule. The same value changes nothing. Throws `outflow_limit` above what the
 * installation allows.
 */
export const setOutflow = defineVerb(
  "event:operate",
  setOutflowInput,
  async (context, { eventId, outflowPerMinute, settingsVersion }) => {
    const answer = await withTransaction(context, async (tx) => {
      const event = await getEventOfCustomer(tx, context, eventId);
      const schedule = scheduleInForce(event, Date.now());
      const overridden = schedule?.overrides.outflowPerMinute;
      const own = settingsOf(event, "outflowPerMinute", "safetyNetPerMinute");
      const from = overridden ?? own.outflowPerMinute;
      if (from === outflowPerMinute) return toEventView(event);
      const data =
        schedule === null || overridden === undefined
          ? { outflowPerMinute }
          : withOutflow(event, schedule.id, outflowPerMinute);
      await requireOutflowWithin(tx, context, {
        before: { ...event, ...own },
        after: { ...event, ...own, ...data },
      });
      const asked = await askForEffects(tx, context, {
        ...{ verb: "event.set-outflow", event, data, input: { eventId, outflowPerMinute } },
        act: `set the outflow to ${outflowPerMinute} per minute at`,
      });
      if (asked !== null) return asked;
      const verb = outflowPerMinute > from ? "raised" : "lowered";
      return applyChange(tx, context, {
        event,
        data,
        seenVersion: settingsVersion,
        verb: "event.set-outflow",
        summary: `${verb} outflow of ${event.name} from ${from} to ${outflowPerMinute} per minute${
          overridden === undefined ? "" : ` in “${schedule?.name}”`
        }`,
        details: { from, to: outflowPerMinute },
      });
    });
    return unlessAsked(answer);
  },
);
