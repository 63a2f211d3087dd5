import { compileConfig } from "@/connectors/src/core/compile-config";
import { findRules, readingsFor } from "@/connectors/src/core/find-rules";
import type { Trigger as SeenTrigger } from "@/connectors/src/core/integration-config";
import {
  type ConnectorRequest,
  type Reading,
  type RequestView,
  readCookies,
  URL_PARTS,
  viewRequest,
} from "@/connectors/src/core/request";
import { sessionCookieName } from "@/connectors/src/core/session-fields";
import { HIDDEN_FROM_PAGES, isTriggerType, READERS } from "@/connectors/src/core/trigger-types";
import { compileTrigger } from "@/connectors/src/core/triggers";
import type { PastedHeader } from "@/lib/domain/pasted-request/pasted-request";
import type { PublishedPart, Trigger } from "./model";

/** A request on which rules are tried out. */
export type TrialRequest = {
  /** The full address, as in the browser. */
  readonly url: string;
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: readonly PastedHeader[];
  readonly body?: string | null;
  /** Global variables of the page by their paths; a page without one has it empty. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Who looks at a request: a connector on a server, or the script in the page. */
export type TrialConnector = "server" | "page";

/** All that has to be known of a rule to try it out. */
export type TriedRule = {
  readonly actionType: "Queue" | "Cancel" | "Ignore";
  readonly triggers: readonly Trigger<PublishedPart>[];
};

export type ConditionTrial = {
  readonly isMet: boolean;
  /** What the connector compared: "" where the request has none; null where this connector does not see it. */
  readonly seen: string | null;
};

export type RuleTrial = {
  readonly isMatch: boolean;
  /** A connector acts on it. There are several only where the address can be read in several ways. */
  readonly decides: boolean;
  readonly triggers: readonly {
    readonly isMatch: boolean;
    readonly parts: readonly ConditionTrial[];
  }[];
};

export type RulesTrial = {
  /** One answer per rule, in order. */
  readonly rules: readonly RuleTrial[];
  /** What servers may take the address for, as it stands first. */
  readonly readings: readonly string[];
};

/**
 * What a connector makes of a request: its own code compiles the rules, finds the one that applies and reads what each
 * condition looks at.
 */
export function testRules(
  rules: readonly TriedRule[],
  trial: TrialRequest,
  connector: TrialConnector = "server",
): RulesTrial {
  const seen = rules.map(({ triggers }) => triggers.map((one) => asSeen(one, connector)));
  const view = viewRequest(toConnectorRequest(trial, connector), false);
  const compilation = compileConfig({
    Version: 1,
    Integrations: rules.map(({ actionType }, index) => ({
      ...ANY_EVENT,
      ActionType: actionType,
      Triggers: seen[index],
    })),
  });
  if (!compilation.ok) throw new Error(`Connectors refuse these rules: ${compilation.problem}`);
  const { config } = compilation;
  const deciders = new Set(findRules(view, config));
  const readings = readingsFor(view, config.slashEnds);
  return {
    rules: config.rules.map((rule, index) => {
      const reading = readings.find((one) => rule.matches(view, one));
      const shown = reading ?? readings[0];
      return {
        isMatch: reading !== undefined,
        decides: deciders.has(rule),
        triggers:
          shown === undefined ? [] : (seen[index] ?? []).map((one) => tryTrigger(one, view, shown)),
      };
    }),
    readings: readings.map(({ urlParts: [whole] }) => whole ?? ""),
  };
}

/** What a request brings along that may let its visitor in: whether it still holds only a connector with its secrets can tell. */
export function credentialsIn(
  trial: TrialRequest,
  eventIds: readonly string[],
): { readonly hasSession: boolean; readonly hasToken: boolean } {
  const view = viewRequest(toConnectorRequest(trial, "server"), false);
  return {
    hasSession: eventIds.some((id) => readCookies(view, sessionCookieName(id)).length > 0),
    hasToken: view.queueToken !== "" || view.pass !== "",
  };
}

/** Every variable that some rule looks at, each once. */
export function variablesOf(rules: readonly TriedRule[]): string[] {
  const parts = rules.flatMap(({ triggers }) => triggers).flatMap((one) => one.TriggerParts);
  return [...new Set(parts.flatMap(({ VariableName }) => VariableName ?? []))];
}

/** Which event it is does not matter for what matches. */
const ANY_EVENT = { EventId: "event", QueueDomain: "room.invalid", CookieValidityMinute: 1 };

/** No connector knows an empty type, so what a page does not see matches nothing there. */
function asSeen(
  { LogicalOperator, TriggerParts }: TriedRule["triggers"][number],
  by: TrialConnector,
) {
  const isHidden = (type: string) => by === "page" && type in HIDDEN_FROM_PAGES;
  return {
    LogicalOperator,
    TriggerParts: TriggerParts.map((part) => ({
      ...part,
      ValidatorType: isHidden(part.ValidatorType) ? "" : part.ValidatorType,
    })),
  } satisfies SeenTrigger;
}

type Seen = ReturnType<typeof asSeen>;

function tryTrigger(trigger: Seen, view: RequestView, reading: Reading) {
  const matches = (one: SeenTrigger) => compileTrigger(one, "Triggers")(view, reading);
  return {
    isMatch: matches(trigger),
    parts: trigger.TriggerParts.map((part) => ({
      isMet: matches({ LogicalOperator: "And", TriggerParts: [part] }),
      seen: readSeen(part, view, reading),
    })),
  };
}

function readSeen(
  part: Seen["TriggerParts"][number],
  view: RequestView,
  reading: Reading,
): string | null {
  const type = part.ValidatorType;
  if (!isTriggerType(type)) return null;
  const urlPart = URL_PARTS.indexOf(part.UrlPart);
  return READERS[type](view, { ...part, IsIgnoreCase: false }, urlPart, reading) ?? null;
}

function toConnectorRequest(trial: TrialRequest, connector: TrialConnector): ConnectorRequest {
  const headers = new Map<string, string>();
  for (const [written, value] of trial.headers ?? []) {
    const name = written.toLowerCase();
    const before = headers.get(name);
    const joiner = name === "cookie" ? "; " : ", ";
    headers.set(name, before === undefined ? value : `${before}${joiner}${value}`);
  }
  const variables = new Map(Object.entries(trial.variables ?? {}));
  return {
    url: trial.url,
    method: connector === "page" ? undefined : (trial.method ?? "GET"),
    header: (name) => headers.get(name),
    body: trial.body ?? undefined,
    variable: connector === "page" ? (path) => variables.get(path) ?? "" : undefined,
  };
}
