import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getThemeOfCustomer } from "./find-theme";
import { noteUnusedAssets } from "./inner/take-assets";
import { themeIdInput } from "./schemas";

/**
 * Deletes a theme. Pages that a rule asked for in it are as their event says from then on. Throws
 * `precondition_failed` while an event wears it, or new ones would.
 */
export const deleteTheme = defineChange(
  "theme:write",
  themeIdInput,
  async (tx, context, { themeId }) => {
    await lockCustomer(tx, context);
    const theme = await getThemeOfCustomer(tx, context, themeId);
    const wearers = await tx.event.findMany({
      where: { customerId: context.customer.id, theme: theme.key },
      select: { wireId: true },
      orderBy: { wireId: "asc" },
    });
    if (wearers.length > 0) {
      const ids = wearers.map(({ wireId }) => wireId).join(", ");
      throw preconditionFailed(
        `${theme.name} is used by events: ${ids}. Choose another theme for them first.`,
      );
    }
    const isDefault = await tx.customer.count({
      where: {
        id: context.customer.id,
        newEventDefaults: { path: ["theme"], equals: theme.key },
      },
    });
    if (isDefault > 0)
      throw preconditionFailed(
        `${theme.name} is the theme of new events. Choose another on the page Customer first.`,
      );
    await tx.theme.delete({ where: { id: theme.id } });
    await noteUnusedAssets(tx, context);
    await recordAudit(tx, context, {
      verb: "theme.delete",
      subject: theme.id,
      summary: `deleted the theme ${theme.name}`,
      details: { key: theme.key, settings: theme.settings ?? {} },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
  },
);
