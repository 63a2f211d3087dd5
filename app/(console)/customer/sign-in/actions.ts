"use server";

import { z } from "zod";
import { defineAction } from "@/lib/http/console";
import { removeProvider, setProvider } from "@/lib/services/people/single-sign-on/provider";
import {
  type SetProviderInput,
  setProviderInput,
} from "@/lib/services/people/single-sign-on/schemas";
import {
  type SetSignInRuleInput,
  setSignInRule,
  setSignInRuleInput,
} from "@/lib/services/people/single-sign-on/set-rule";

const setRule = defineAction(setSignInRuleInput, setSignInRule);
const set = defineAction(setProviderInput, setProvider);
const remove = defineAction(z.undefined(), (context) => removeProvider(context));

export async function setSignInRuleAction(input: SetSignInRuleInput) {
  return setRule(input);
}

export async function setProviderAction(input: SetProviderInput) {
  return set(input);
}

export async function removeProviderAction() {
  return remove(undefined);
}
