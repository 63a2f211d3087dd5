"use client";

import { useState } from "react";
import { Panel } from "@/components/shared/panel";
import {
  type TrialConnector,
  type TrialRequest,
  testRules,
  variablesOf,
} from "@/lib/domain/integration-config/test-rules";
import type { Action } from "@/lib/http/action-result";
import type { ListedRule } from "@/lib/services/rule/rule-view";
import type { ReorderRulesInput, RuleIdInput } from "@/lib/services/rule/schemas";
import type { EventOption } from "./event-option";
import { RuleList } from "./rule-list";
import { TryBox } from "./try-box";

type RulesBoardProps = {
  rules: readonly ListedRule[];
  events: readonly EventOption[];
  canWrite: boolean;
  reorder: Action<ReorderRulesInput, unknown>;
  remove: Action<RuleIdInput, unknown>;
};

/** The rules, and a request to try them on; the same code decides here and in our connectors. */
export function RulesBoard({ rules, events, canWrite, reorder, remove }: RulesBoardProps) {
  const [trial, setTrial] = useState<TrialRequest | null>(null);
  const [connector, setConnector] = useState<TrialConnector>("server");
  const trials = trial === null ? null : testRules(rules, trial, connector);
  const decider = rules.find((_, index) => trials?.[index]?.decides === true) ?? null;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
      <Panel title="Order" description="Connectors act on the first rule that matches." flush>
        <RuleList
          rules={rules}
          events={events}
          trials={trials}
          canWrite={canWrite}
          reorder={reorder}
          remove={remove}
        />
      </Panel>
      <TryBox
        trial={trial}
        setTrial={setTrial}
        connector={connector}
        setConnector={setConnector}
        variables={variablesOf(rules)}
        decider={decider}
      />
    </div>
  );
}
