import type { z } from "zod";
import { newEventDefaultsSchema } from "@/lib/domain/event/new-event-defaults";
import { requireOutflowWithin } from "@/lib/services/event/change/customer-limits";
import { requireOwnTheme } from "@/lib/services/event/theme/find-theme";
import { defineChange } from "@/lib/services/ground/define-verb";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { readDefaults } from "./inner/read-defaults";

export type SetNewEventDefaultsInput = z.input<typeof newEventDefaultsSchema>;

/**
 * Says what the customer's new events begin with, where nobody says otherwise; events that are there keep their settings.
 * Throws `invalid` for a theme that the customer does not have, and `outflow_limit` above what the installation allows.
 */
export const setNewEventDefaults = defineChange(
  "customer:write",
  newEventDefaultsSchema,
  async (tx, context, defaults) => {
    await lockCustomer(tx, context);
    const before = await readDefaults(tx, context);
    await requireOwnTheme(tx, context, defaults.theme);
    const { outflowPerMinute } = defaults;
    await requireOutflowWithin(tx, context, {
      before: null,
      after: { outflowPerMinute, safetyNetPerMinute: null, schedules: [] },
    });
    const { id } = context.customer;
    await tx.customer.update({ where: { id }, data: { newEventDefaults: defaults } });
    await recordAudit(tx, context, {
      verb: "customer.set-new-event-defaults",
      subject: id,
      summary: "changed what new events begin with",
      details: { before, after: defaults },
    });
    return defaults;
  },
);
