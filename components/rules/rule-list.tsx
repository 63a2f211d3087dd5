"use client";

import { toast } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import type { RuleTrial } from "@/lib/domain/integration-config/test-rules";
import type { Action } from "@/lib/http/action-result";
import type { ListedRule } from "@/lib/services/rule/rule-view";
import type { ReorderRulesInput, RuleIdInput } from "@/lib/services/rule/schemas";
import { type EventOption, laneNameOf } from "./event-option";
import { RuleRow } from "./rule-row";
import { RuleRowActions } from "./rule-row-actions";

type RuleListProps = {
  rules: readonly ListedRule[];
  events: readonly EventOption[];
  /** One answer per rule while a request is tried out. */
  trials: readonly RuleTrial[] | null;
  canWrite: boolean;
  reorder: Action<ReorderRulesInput, unknown>;
  remove: Action<RuleIdInput, unknown>;
};

/** The rules in the order in which connectors try them; buttons move a rule up and down. */
export function RuleList({ rules, events, trials, canWrite, reorder, remove }: RuleListProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [moved, setMoved] = useState("");
  const move = (rule: ListedRule, by: -1 | 1) => {
    const ids = rules.map(({ id }) => id);
    const from = ids.indexOf(rule.id);
    ids.splice(from, 1);
    ids.splice(from + by, 0, rule.id);
    startTransition(async () => {
      const result = await orOffline(reorder({ ruleIds: ids }));
      if (!result.ok) toast.danger(result.error.message);
      else setMoved(`${rule.name} is now rule ${from + by + 1} of ${rules.length}.`);
      router.refresh();
    });
  };
  return (
    <>
      <ol aria-label="Rules in order" className="divide-y divide-separator">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            index={index}
            trial={trials?.[index] ?? null}
            laneName={laneNameOf(rule, events)}
          >
            {canWrite ? (
              <RuleRowActions
                rule={rule}
                isFirst={index === 0}
                isLast={index === rules.length - 1}
                isPending={isPending}
                move={(by) => move(rule, by)}
                remove={() => remove({ ruleId: rule.id })}
              />
            ) : null}
          </RuleRow>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  );
}
