import type { Tx } from "@/lib/db/client";
import type { Prisma, Theme } from "@/lib/db/generated/client";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { conflict, type ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getThemeOfCustomer } from "./find-theme";
import { themeColumns } from "./inner/store-theme";
import { noteUnusedAssets } from "./inner/take-assets";
import { changeThemeInput } from "./schemas";
import { toThemeView } from "./theme-view";

/**
 * Replaces what a theme says; its key stays. Waiting rooms show it a moment later. Throws `conflict` when somebody
 * changed it since `seenVersion`, and `invalid` with the field for what cannot be; the pages then stay as they were.
 */
export const changeTheme = defineChange(
  "theme:write",
  changeThemeInput,
  async (tx, context, { themeId, seenVersion, name, settings }) => {
    await lockCustomer(tx, context);
    const before = await getThemeOfCustomer(tx, context, themeId);
    if (before.version !== seenVersion) throw changedMeanwhile(before);
    const columns = await themeColumns(tx, context, settings);
    const row = await replaceTheme(tx, before, { name, ...columns });
    await noteUnusedAssets(tx, context);
    await recordAudit(tx, context, {
      verb: "theme.change",
      subject: row.id,
      summary: `changed the theme ${row.name}`,
      details: { key: row.key, before: before.settings ?? {}, after: row.settings ?? {} },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toThemeView(row);
  },
);

async function replaceTheme(
  tx: Tx,
  before: Theme,
  data: Prisma.ThemeUpdateManyMutationInput,
): Promise<Theme> {
  const [row] = await tx.theme.updateManyAndReturn({
    where: { id: before.id, version: before.version },
    data: { ...data, version: before.version + 1 },
  });
  if (row === undefined) throw changedMeanwhile(before);
  return row;
}

function changedMeanwhile({ name }: Theme): ServiceError {
  return conflict(`Someone else changed ${name}. Review their changes and try again.`);
}
