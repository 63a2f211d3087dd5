import type { Trigger as SeenTrigger } from "@/connectors/src/core/integration-config";
import type { ConnectorRequest } from "@/connectors/src/core/request";
import { HIDDEN_FROM_PAGES } from "@/connectors/src/core/trigger-types";
import { matchesTriggers } from "@/connectors/src/core/triggers";
import type { Rule, Trigger } from "./model";

/** A request as somebody describes it to try rules out. */
export type TrialRequest = {
  /** The full address, as in the browser. */
  readonly url: string;
  readonly userAgent?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Global variables of the page by their paths; a page without one has it empty. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Who looks at a request: a connector on a server, or the script in the page. */
export type TrialConnector = "server" | "page";

export type RuleTrial = {
  readonly isMatch: boolean;
  /** True for the first match only: the rule that a connector would act on. */
  readonly decides: boolean;
  readonly triggers: readonly { readonly isMatch: boolean; readonly parts: readonly boolean[] }[];
};

/** What a connector would make of a request: one answer per rule, in order. */
export function testRules(
  rules: readonly Pick<Rule, "triggers">[],
  trial: TrialRequest,
  connector: TrialConnector = "server",
): RuleTrial[] {
  const request = toConnectorRequest(trial, connector);
  const seen = rules.map(({ triggers }) =>
    connector === "page" ? triggers.map(asPagesSee) : triggers,
  );
  const matches = seen.map((triggers) => matchesTriggers(triggers, request));
  const first = matches.indexOf(true);
  return seen.map((triggers, index) => ({
    isMatch: matches[index] === true,
    decides: index === first,
    triggers: triggers.map((trigger) => tryTrigger(trigger, request)),
  }));
}

/** Every variable that some rule looks at, each once. */
export function variablesOf(rules: readonly Pick<Rule, "triggers">[]): string[] {
  const parts = rules.flatMap(({ triggers }) => triggers).flatMap((one) => one.TriggerParts);
  return [...new Set(parts.flatMap(({ VariableName }) => VariableName ?? []))];
}

/** No connector knows an empty type, so what a page does not see matches nothing there. */
function asPagesSee({ LogicalOperator, TriggerParts }: Trigger): SeenTrigger {
  return {
    LogicalOperator,
    TriggerParts: TriggerParts.map((part) =>
      part.ValidatorType in HIDDEN_FROM_PAGES ? { ...part, ValidatorType: "" } : part,
    ),
  };
}

function tryTrigger(trigger: SeenTrigger, request: ConnectorRequest) {
  return {
    isMatch: matchesTriggers([trigger], request),
    parts: trigger.TriggerParts.map((part) => matchesTriggers([alone(part)], request)),
  };
}

function alone(part: SeenTrigger["TriggerParts"][number]): SeenTrigger {
  return { LogicalOperator: "And", TriggerParts: [part] };
}

function toConnectorRequest(trial: TrialRequest, connector: TrialConnector): ConnectorRequest {
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
  const variables = new Map(Object.entries(trial.variables ?? {}));
  return {
    url: trial.url,
    header: (name) => headers.get(name),
    body: trial.body,
    variable: connector === "page" ? (path) => variables.get(path) ?? "" : undefined,
  };
}
