import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type HostView, toHostView } from "./host-view";

/** The customer's own hosts, by name. */
export const listHosts = defineVerb(
  "customer:read",
  noInput,
  async (context): Promise<readonly HostView[]> => {
    const rows = await db().customerHost.findMany({
      where: { customerId: context.customer.id },
      orderBy: { host: "asc" },
    });
    return rows.map(toHostView);
  },
);
