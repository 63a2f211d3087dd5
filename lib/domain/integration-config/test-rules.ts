import type { ConnectorRequest } from "@/connectors/src/core/request";
import { matchesTriggers } from "@/connectors/src/core/triggers";
import type { Rule, Trigger, TriggerPart } from "./model";

/** A request as somebody describes it to try rules out. */
export type TrialRequest = {
  /** The full address, as in the browser. */
  readonly url: string;
  readonly userAgent?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type RuleTrial = {
  readonly isMatch: boolean;
  /** True for the first match only: the rule that a connector would act on. */
  readonly decides: boolean;
  readonly triggers: readonly { readonly isMatch: boolean; readonly parts: readonly boolean[] }[];
};

/** What connectors would make of a request: one answer per rule, in order. */
export function testRules(
  rules: readonly Pick<Rule, "triggers">[],
  trial: TrialRequest,
): RuleTrial[] {
  const request = toConnectorRequest(trial);
  const matches = rules.map((rule) => matchesTriggers(rule.triggers, request));
  const first = matches.indexOf(true);
  return rules.map((rule, index) => ({
    isMatch: matches[index] === true,
    decides: index === first,
    triggers: rule.triggers.map((trigger) => tryTrigger(trigger, request)),
  }));
}

function tryTrigger(trigger: Trigger, request: ConnectorRequest) {
  return {
    isMatch: matchesTriggers([trigger], request),
    parts: trigger.TriggerParts.map((part) => matchesTriggers([alone(part)], request)),
  };
}

function alone(part: TriggerPart): Trigger {
  return { LogicalOperator: "And", TriggerParts: [part] };
}

function toConnectorRequest(trial: TrialRequest): ConnectorRequest {
  const headers = new Map(
    Object.entries(trial.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (trial.userAgent !== undefined) headers.set("user-agent", trial.userAgent);
  const cookies = Object.entries(trial.cookies ?? {});
  if (cookies.length > 0) {
    headers.set(
      "cookie",
      cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; "),
    );
  }
  return { url: trial.url, header: (name) => headers.get(name), body: trial.body };
}
