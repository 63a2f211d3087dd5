import type {
  CancelAction,
  Integration,
  IntegrationConfig,
  PublishedPart,
  Rule,
  Trigger,
} from "./model";

/** What a config needs to know of an event. `eventId` is its id on the wire. */
export type ConfigEvent = {
  readonly eventId: string;
  readonly sessionMinutes: number;
  readonly sessionMode: "sliding" | "fixed";
};

export type BuildInput = {
  /** `customerId` is its id on the wire. */
  readonly customer: { readonly customerId: string; readonly name: string };
  /** In the order in which connectors try them: the first match decides. */
  readonly rules: readonly Rule[];
  readonly events: readonly ConfigEvent[];
  readonly version: number;
  readonly publishDate: Date;
  /** `host[:port]` that connectors put after `https://`. */
  readonly queueDomain: string;
};

/** The newest published version of the data format. */
const CONFIG_DATA_VERSION = "1.0.0.3";

/**
 * Builds what connectors pull. The session of each event decides how long its cookie holds, so that
 * there is one place to set it. Throws when a rule names an event that is not among `events`.
 */
export function buildIntegrationConfig(input: BuildInput): IntegrationConfig {
  const events = new Map(input.events.map((event) => [event.eventId, event]));
  return {
    Description: input.customer.name,
    Integrations: input.rules.map((rule) => toIntegration(rule, events, input.queueDomain)),
    CustomerId: input.customer.customerId,
    AccountId: input.customer.customerId,
    Version: input.version,
    PublishDate: input.publishDate.toISOString(),
    ConfigDataVersion: CONFIG_DATA_VERSION,
  };
}

/**
 * The names of the rules whose visitors always see the waiting page. It is what connectors send as
 * `man`, so where rules share a name the option of one of them counts for all.
 */
export function alwaysWaitRulesOf(rules: readonly Rule[]): string[] {
  return rules.flatMap((rule) =>
    rule.actionType === "Queue" && rule.alwaysWait ? nameOnTheWire(rule.name) : [],
  );
}

/**
 * A rule's name as connectors get it and send it back (`man`). Public ones put it into an address in ways of
 * their own: at a `%` or a letter beyond ASCII one throws and lets everybody in, another sends something else.
 * So these go as the number of the character, in brackets.
 */
export function nameOnTheWire(name: string): string {
  return name.replace(
    /[^\w .,:/-]/gu,
    (character) => `(${character.codePointAt(0)?.toString(16) ?? ""})`,
  );
}

/** The name of a rule from what {@link nameOnTheWire} made of it. */
export function forgetWireName(name: string): string {
  return name.replace(/\(([\da-f]+)\)/g, (_written, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function toIntegration(
  rule: Rule,
  events: ReadonlyMap<string, ConfigEvent>,
  queueDomain: string,
): Integration {
  const base = { Name: nameOnTheWire(rule.name), ActionType: rule.actionType };
  switch (rule.actionType) {
    case "Ignore":
      return { ...base, ...NOTHING, Triggers: publishedTriggers(rule.triggers) };
    case "Cancel":
    case "Queue":
      return {
        ...base,
        ...NOTHING,
        ...actionOnTheWire(rule.action),
        ...(rule.actionType === "Queue" && rule.lane !== null ? { Lane: rule.lane } : {}),
        ...cookieValidity(rule.action.EventId, events),
        QueueDomain: queueDomain,
        Triggers: publishedTriggers(rule.triggers),
      };
  }
}

/**
 * Triggers as they are published and stored. Where they look at no variable they are what they were before there were
 * any, so that nothing has changed for connectors, nor for a console of an earlier version.
 */
export function publishedTriggers(triggers: readonly Trigger[]): readonly Trigger<PublishedPart>[] {
  return triggers.map(({ LogicalOperator, TriggerParts }) => ({
    LogicalOperator,
    TriggerParts: TriggerParts.map(({ VariableName, ...part }) =>
      VariableName === null ? part : { ...part, VariableName },
    ),
  }));
}

function actionOnTheWire<Action extends CancelAction>({
  InvolvedWaitingRoomIds: involved,
  ...action
}: Action) {
  return { ...action, ...(involved.length === 0 ? {} : { InvolvedWaitingRoomIds: involved }) };
}

function cookieValidity(eventId: string, events: ReadonlyMap<string, ConfigEvent>) {
  const event = events.get(eventId);
  if (event === undefined) throw new Error(`No event has the id "${eventId}".`);
  return {
    ExtendCookieValidity: event.sessionMode === "sliding",
    CookieValidityMinute: event.sessionMinutes,
  };
}

const NOTHING = {
  EventId: null,
  CookieDomain: null,
  IsCookieHttpOnly: false,
  IsCookieSecure: false,
  LayoutName: null,
  Culture: null,
  ExtendCookieValidity: null,
  CookieValidityMinute: null,
  QueueDomain: null,
  RedirectLogic: null,
  ForcedTargetUrl: null,
} as const;
