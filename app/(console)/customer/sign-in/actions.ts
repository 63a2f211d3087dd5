"use server";

import { z } from "zod";
import { defineAction } from "@/lib/http/console";
import { removeProvider, setProvider } from "@/lib/services/people/single-sign-on/provider";
import { setProviderInput } from "@/lib/services/people/single-sign-on/schemas";
import { setSignInRule, setSignInRuleInput } from "@/lib/services/people/single-sign-on/set-rule";

export const setSignInRuleAction = defineAction(setSignInRuleInput, setSignInRule);
export const setProviderAction = defineAction(setProviderInput, setProvider);
const remove = defineAction(z.undefined(), (context) => removeProvider(context));

export async function removeProviderAction() {
  return remove(undefined);
}
