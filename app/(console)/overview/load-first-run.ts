import type { FirstRunPath } from "@/components/overview/first-run-path";
import { env } from "@/lib/platform/env";
import { isNewCustomer, readFirstRun } from "@/lib/services/installation/customer/first-run";
import type { Caller } from "../guard";

/** The way to the first visitor, and how far it has been gone; null once it is done and the customer is not new any more. */
export async function loadFirstRun({ context, can }: Caller): Promise<FirstRunPath | null> {
  const state = await readFirstRun(context);
  const { event, hasVisit, ...rest } = state;
  const isDone = event !== null && hasVisit && Object.values(rest).every(Boolean);
  if (isDone && !(await isNewCustomer(context))) return null;
  return {
    state,
    customerId: context.customer.wireId,
    waitingRoomUrl: env.waitingRoomUrl(),
    can: {
      createEvent: can("event:write"),
      makeSecret: can("secret:write") && can("api-key:write"),
      writeRule: can("rule:write"),
      publish: can("publication:write"),
      operate: can("event:operate"),
      makeStaffLink: can("staff-link:write"),
    },
  };
}
