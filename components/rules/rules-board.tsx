"use client";

import { useState } from "react";
import { Panel } from "@/components/shared/panel";
import { testRules } from "@/lib/domain/integration-config/test-rules";
import { readPastedRequest } from "@/lib/domain/pasted-request/read-pasted-request";
import type { Action } from "@/lib/http/action-result";
import type { ListedRule } from "@/lib/services/sites/rule/rule-view";
import type { ReorderRulesInput, RuleIdInput } from "@/lib/services/sites/rule/schemas";
import type { EventOption } from "./event-option";
import { RuleList } from "./rule-list";
import type { PublishedRuleSet, TriableRule } from "./triable-rule";
import { type Tried, TryBox, type TryInput } from "./try-box";
import { useRuleOrder } from "./use-rule-order";

type RulesBoardProps = {
  rules: readonly ListedRule[];
  /** What connectors have; null where that is what stands here, or nothing was published. */
  published: PublishedRuleSet | null;
  events: readonly EventOption[];
  canWrite: boolean;
  reorder: Action<ReorderRulesInput, unknown>;
  remove: Action<RuleIdInput, unknown>;
};

const NOTHING: TryInput = { which: "saved", text: "", connector: "server", variables: {} };

/** The rules, and a request to try them on; the same code decides here and in our connectors. */
export function RulesBoard(props: RulesBoardProps) {
  const { rules: stored, published, events, canWrite, reorder, remove } = props;
  const [input, setInput] = useState(NOTHING);
  const order = useRuleOrder(stored, reorder);
  const publishedRules = input.which === "published" ? (published?.rules ?? null) : null;
  const rules = publishedRules ?? order.rules;
  const tried = tryRules(rules, input);
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_26rem] xl:items-start">
      <Panel title="Order" description="Connectors apply the first rule that matches." flush>
        <RuleList
          order={order}
          events={events}
          trials={"result" in tried && publishedRules === null ? tried.result.rules : null}
          canWrite={canWrite}
          remove={remove}
        />
      </Panel>
      <TryBox
        rules={rules}
        published={published}
        events={events}
        input={input}
        setInput={setInput}
        tried={tried}
      />
    </div>
  );
}

function tryRules(rules: readonly TriableRule[], input: TryInput): Tried {
  if (input.text.trim() === "") return { reading: null };
  const reading = readPastedRequest(input.text);
  if (!reading.ok) return { reading };
  const { url, method, headers, body } = reading.request;
  const trial = { url, method, headers, body, variables: input.variables };
  return { reading, trial, result: testRules(rules, trial, input.connector) };
}
