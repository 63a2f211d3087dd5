import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";

/** Whether everybody may read the published rules. */
export const getBrowserRules = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<{ readonly isOpen: boolean }> => {
    const { browserRules } = await db().customer.findUniqueOrThrow({
      where: { id: context.customer.id },
      select: { browserRules: true },
    });
    return { isOpen: browserRules };
  },
);
