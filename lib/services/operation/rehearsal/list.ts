import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type ListedRehearsal, toListed } from "./rehearsal-view";

const SHOWN = 100;

/** The customer's rehearsals without plans and outcomes, the newest first. */
export const listRehearsals = defineVerb(
  "event:read",
  noInput,
  async ({ customer }): Promise<readonly ListedRehearsal[]> => {
    const rows = await db().rehearsal.findMany({
      where: { customerId: customer.id },
      omit: { plan: true, outcome: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: SHOWN,
    });
    return rows.map(toListed);
  },
);
