import { z } from "zod";
import { ROLES } from "@/lib/domain/permissions/roles";
import { SIGN_IN_RULES } from "@/lib/domain/sign-in/methods";
import { moment } from "./event";
import { named } from "./names";

const limit = z.number().int().nullable();

/** The customer of the key. */
export const customerAnswer = named(
  "Customer",
  z.object({
    customerId: z.string(),
    name: z.string(),
    timeZone: z.string(),
    createdAt: moment,
    suspension: z.enum(["hold", "let-through"]).nullable(),
    limits: z.object({ maxEvents: limit, maxOutflowPerMinute: limit, maxWaiting: limit }),
  }),
);

export const customerWithEventsAnswer = named(
  "CustomerWithEvents",
  customerAnswer.extend({
    events: z.number().int(),
    openEvents: z.number().int(),
    waitingRoomUrl: z.string(),
  }),
);

/** The public status page, and its address. */
export const statusPageAnswer = named(
  "StatusPage",
  z.object({ isOn: z.boolean(), url: z.string() }),
);

/** The single sign-on of the customer, never its secret. */
export const singleSignOnAnswer = named(
  "SingleSignOn",
  z.object({
    issuer: z.string(),
    clientId: z.string(),
    joins: z.boolean(),
    defaultRole: z.enum(ROLES),
    domains: z.array(z.string()),
  }),
);

export const signInRuleAnswer = named("SignInRule", z.object({ rule: z.enum(SIGN_IN_RULES) }));
