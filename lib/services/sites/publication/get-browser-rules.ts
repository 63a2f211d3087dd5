import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";

/** Whether everybody may read the published rules. */
export async function getBrowserRules(
  context: ServiceContext,
): Promise<{ readonly isOpen: boolean }> {
  requirePermission(context, "publication:read");
  const { browserRules } = await db().customer.findUniqueOrThrow({
    where: { id: context.customer.id },
    select: { browserRules: true },
  });
  return { isOpen: browserRules };
}
