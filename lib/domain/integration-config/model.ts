import type * as Pulled from "@/connectors/src/core/integration-config";
import type { TriggerType } from "@/connectors/src/core/trigger-types";
import type { PublishedFields, SubjectValues } from "./trigger-types";

export type { PublishedPasses } from "@/connectors/src/core/integration-config";

/**
 * The integration config exactly as connectors of the KnownUser V3 family read it. Every key stands
 * in every config: several connectors fail on a missing one.
 */
export type IntegrationConfig = Omit<Pulled.IntegrationConfig, "Integrations" | "Passes"> & {
  readonly Integrations: readonly Integration[];
  /** Left out where no event has passes: only our connectors know it. */
  readonly Passes?: Pulled.PublishedPasses;
};

/** An integration as it is published: what connectors read, with no values but those that we know. */
export type Integration = Omit<Pulled.Integration, Narrowed | "QueuePathPrefix"> & {
  readonly ActionType: "Queue" | "Cancel" | "Ignore";
  readonly RedirectLogic: RedirectLogic | null;
  /** Left out where there are none: few connectors know it. */
  readonly InvolvedWaitingRoomIds?: readonly string[];
  /** Left out where there is none: only our connectors know it. */
  readonly Lane?: string;
  readonly Triggers: readonly Trigger<PublishedPart>[];
};

type Narrowed = "ActionType" | "RedirectLogic" | "InvolvedWaitingRoomIds" | "Lane" | "Triggers";

export type RedirectLogic = "AllowTParameter" | "EventTargetUrl" | "ForcedTargetUrl";

export type Trigger<Part = TriggerPart> = {
  readonly LogicalOperator: "And" | "Or";
  readonly TriggerParts: readonly Part[];
};

export type TriggerPart = SubjectValues & Comparison;

/** A condition as it is published. */
export type PublishedPart = PublishedFields & Comparison;

type Comparison = {
  readonly ValidatorType: TriggerType;
  readonly Operator: "Equals" | "Contains" | "EqualsAny" | "ContainsAny";
  readonly ValueToCompare: string | null;
  readonly ValuesToCompare: readonly string[] | null;
  readonly IsNegative: boolean;
  readonly IsIgnoreCase: boolean;
};

/** What a customer sets in a rule; the rest of an `Integration` follows from its event. */
export type Rule = { readonly name: string; readonly triggers: readonly Trigger[] } & (
  | {
      readonly actionType: "Queue";
      readonly action: QueueAction;
      /** Its visitors see the waiting page even while nobody waits; told to the waiting room only. */
      readonly alwaysWait: boolean;
      /** The key of the event's lane that its visitors join; null leaves it to the event. */
      readonly lane: string | null;
    }
  | { readonly actionType: "Cancel"; readonly action: CancelAction }
  | { readonly actionType: "Ignore"; readonly action: IgnoreAction }
);

export type CancelAction = {
  /** The event's id on the wire. */
  readonly EventId: string;
  /** Further events, by their ids on the wire: a session of any lets in, and leaving ends all. */
  readonly InvolvedWaitingRoomIds: readonly string[];
  readonly CookieDomain: string | null;
  readonly IsCookieHttpOnly: boolean;
  readonly IsCookieSecure: boolean;
};

export type QueueAction = CancelAction & {
  readonly LayoutName: string | null;
  readonly Culture: string | null;
  readonly RedirectLogic: RedirectLogic;
  readonly ForcedTargetUrl: string | null;
};

export type IgnoreAction = Readonly<Record<never, never>>;
