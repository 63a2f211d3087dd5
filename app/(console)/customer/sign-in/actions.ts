"use server";

import { defineAction } from "@/lib/http/console";
import { removeProvider, setProvider } from "@/lib/services/people/single-sign-on/provider";
import { setSignInRule } from "@/lib/services/people/single-sign-on/set-rule";

export const setSignInRuleAction = defineAction(setSignInRule);
export const setProviderAction = defineAction(setProvider);
const remove = defineAction(removeProvider);

export async function removeProviderAction() {
  return remove({});
}
