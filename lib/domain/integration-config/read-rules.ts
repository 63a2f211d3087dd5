import { forgetWireName } from "./build";
import type { Integration, Rule } from "./model";
import type { PublishedRules } from "./rule-differences";
import { ruleSchema } from "./rule-schema";

/**
 * The rules from which a version was built, as they would be edited: building a config of them gives the same one, for
 * the same events. Throws when it holds a rule that no form of today could save.
 */
export function readRules({ config, alwaysWaitRules }: PublishedRules): readonly Rule[] {
  const alwaysWait = new Set(alwaysWaitRules);
  return config.Integrations.map((entry) => ruleSchema.parse(toInput(entry, alwaysWait)));
}

function toInput(entry: Integration, alwaysWait: ReadonlySet<string>) {
  const shared = {
    actionType: entry.ActionType,
    name: forgetWireName(entry.Name),
    triggers: entry.Triggers,
  };
  if (entry.ActionType === "Ignore") return { ...shared, action: {} };
  const cookie = {
    EventId: entry.EventId,
    InvolvedWaitingRoomIds: entry.InvolvedWaitingRoomIds ?? [],
    CookieDomain: entry.CookieDomain,
    IsCookieHttpOnly: entry.IsCookieHttpOnly,
    IsCookieSecure: entry.IsCookieSecure,
  };
  if (entry.ActionType === "Cancel") return { ...shared, action: cookie };
  const { LayoutName, Culture, RedirectLogic, ForcedTargetUrl } = entry;
  return {
    ...shared,
    action: { ...cookie, LayoutName, Culture, RedirectLogic, ForcedTargetUrl },
    alwaysWait: alwaysWait.has(entry.Name),
    lane: entry.Lane ?? null,
  };
}
