import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { Notice } from "@/components/shared/notice";
import { Checkbox } from "@/components/ui/checkbox";
import { TextInput } from "@/components/ui/text-input";
import { actionSentence, conditionSentence } from "@/lib/domain/access-rule/rule-words";
import {
  type RuleTrialRequest,
  type TriedRule,
  tryRules,
} from "@/lib/domain/access-rule/try-rules";
import { cleanRules } from "./rule-values";

const NOBODY: RuleTrialRequest = {
  address: "",
  path: "/",
  userAgent: "",
  headers: "",
  joins: 0,
  isCrawler: false,
};

/** Describes a visitor and says which rule decides, and why: the rules of the form, saved or not. */
export function RuleTester({ control }: { control: Control<EventFormValues> }) {
  const rules = useWatch({ control, name: "protection.rules" });
  const [trial, setTrial] = useState(NOBODY);
  const change = (next: Partial<RuleTrialRequest>) => setTrial({ ...trial, ...next });
  return (
    <fieldset aria-label="Test rules" className="flex min-w-0 flex-col gap-3">
      <p className="text-sm font-medium">Test rules</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TrialField
          label="Visitor IP address"
          placeholder="203.0.113.9"
          value={trial.address}
          onChange={(address) => change({ address })}
        />
        <TrialField
          label="Page path"
          placeholder="/tickets"
          value={trial.path}
          onChange={(path) => change({ path })}
        />
        <TrialField
          label="User agent"
          placeholder="Optional"
          value={trial.userAgent}
          onChange={(userAgent) => change({ userAgent })}
        />
        <TrialField
          label="Joins from this address so far"
          placeholder="0"
          value={String(trial.joins)}
          onChange={(text) => change({ joins: Number.parseInt(text, 10) || 0 })}
        />
      </div>
      <TextInput
        label="Headers"
        value={trial.headers}
        onChange={(headers) => change({ headers })}
        rows={2}
        inputClassName="font-mono"
        placeholder="cf-ipcountry: DE"
      />
      <Checkbox isSelected={trial.isCrawler} onChange={(isCrawler) => change({ isCrawler })}>
        Search engine verified by DNS
      </Checkbox>
      <div role="status" className="flex flex-col gap-2">
        <Verdict {...tryRules(cleanRules(rules), trial)} />
      </div>
    </fieldset>
  );
}

type TrialFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

function TrialField(props: TrialFieldProps) {
  return <TextInput {...props} inputClassName="font-mono" />;
}

function Verdict({ decision, tried }: ReturnType<typeof tryRules>) {
  const before =
    decision === null
      ? tried
      : tried.slice(
          0,
          tried.findIndex(({ rule }) => rule === decision.rule),
        );
  return (
    <>
      {decision === null ? (
        <Notice tone="info">No rule matches. Limits and challenges apply.</Notice>
      ) : (
        <Notice tone="success">
          “{decision.rule.name || "Unnamed rule"}” decides: {actionSentence(decision.action)},
          because {decision.why.map(conditionSentence).join(" and ")}.
        </Notice>
      )}
      {before.length === 0 ? null : (
        <ul className="list-disc pl-5 text-xs text-muted">
          {before.map((one) => (
            <li key={one.rule.id}>{whyNot(one)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function whyNot({ rule, conditions }: TriedRule): string {
  const missing = conditions.filter(({ holds }) => holds !== true);
  const reasons = missing.map(({ condition, holds }) => {
    const sentence = conditionSentence(condition);
    return holds === null ? `unknown whether ${sentence}` : `not true that ${sentence}`;
  });
  return `“${rule.name || "Unnamed rule"}” does not decide: ${reasons.join(", ")}.`;
}
