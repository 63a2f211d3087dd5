import { z } from "zod";
import { db } from "@/lib/db/client";
import {
  lackOf,
  readSignInRule,
  SIGN_IN_RULES,
  type SignInRule,
} from "@/lib/domain/sign-in/methods";
import { defineProvenChange, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";

export const setSignInRuleInput = z.strictObject({ rule: z.enum(SIGN_IN_RULES) });
export type SetSignInRuleInput = z.input<typeof setSignInRuleInput>;

const SAID: Readonly<Record<SignInRule, string>> = {
  any: "allows any sign-in method",
  "second-factor": "requires a second factor or single sign-on",
  "single-sign-on": "requires single sign-on",
};

/** How people have to sign in to work in the customer. */
export const getSignInRule = defineVerb(
  "customer:read",
  noInput,
  async ({ customer }): Promise<{ readonly rule: SignInRule }> => {
    const where = { id: customer.id };
    return {
      rule: readSignInRule((await db().customer.findUniqueOrThrow({ where })).signInRule),
    };
  },
);

/**
 * Sets how people have to sign in from now on: who has not is asked for it with their next request. Throws
 * `invalid` for a rule that would shut out who sets it, and for single sign-on where there is none.
 */
export const setSignInRule = defineProvenChange(
  "customer:security",
  setSignInRuleInput,
  async (tx, context, { rule }) => {
    const customerId = context.customer.id;
    await lockCustomer(tx, context);
    const provider = await tx.identityProvider.findUnique({ where: { customerId } });
    if (rule === "single-sign-on" && provider === null) {
      throw invalidField("rule", "Set up single sign-on first.");
    }
    const session = await tx.session.findUnique({ where: { id: context.signIn?.sessionId ?? "" } });
    const asked = { id: customerId, signInRule: rule, isOwner: true };
    if (session !== null && lackOf(session, asked) !== null) {
      throw invalidField("rule", "Set up a second factor in your own account first.");
    }
    const { signInRule } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
    await tx.customer.update({ where: { id: customerId }, data: { signInRule: rule } });
    await recordAudit(tx, context, {
      verb: "customer.set-sign-in-rule",
      subject: customerId,
      summary: `set that the customer ${SAID[rule]}`,
      details: { from: readSignInRule(signInRule), to: rule },
    });
  },
);
