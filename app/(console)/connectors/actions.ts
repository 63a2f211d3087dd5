"use server";

import { defineAction } from "@/lib/http/console";
import { type BrowserRulesInput, browserRulesInput } from "@/lib/services/publication/schemas";
import { setBrowserRules } from "@/lib/services/publication/set-browser-rules";

const setBrowser = defineAction(browserRulesInput, setBrowserRules);

export async function setBrowserRulesAction(input: BrowserRulesInput) {
  return setBrowser(input);
}
