import type { TriggerType } from "@/connectors/src/core/trigger-types";
import type { PublishedFields, SubjectValues } from "./trigger-types";

/**
 * The integration config exactly as connectors of the KnownUser V3 family read it. Every key stands
 * in every config: several connectors fail on a missing one.
 */
export type IntegrationConfig = {
  readonly Description: string;
  readonly Integrations: readonly Integration[];
  readonly CustomerId: string;
  readonly AccountId: string;
  readonly Version: number;
  readonly PublishDate: string;
  readonly ConfigDataVersion: string;
  /** Left out where no event has passes: only our connectors know it. */
  readonly Passes?: PublishedPasses;
};

/** The keys that sign passes, and the run of each event that has them. */
export type PublishedPasses = {
  readonly Keys: readonly { readonly KeyId: string; readonly PublicKey: string }[];
  readonly Events: readonly {
    readonly EventId: string;
    readonly Run: number;
    readonly AllowsToken: boolean;
  }[];
};

export type Integration = {
  readonly Name: string;
  readonly ActionType: "Queue" | "Cancel" | "Ignore";
  readonly EventId: string | null;
  readonly CookieDomain: string | null;
  readonly IsCookieHttpOnly: boolean;
  readonly IsCookieSecure: boolean;
  readonly LayoutName: string | null;
  readonly Culture: string | null;
  readonly ExtendCookieValidity: boolean | null;
  readonly CookieValidityMinute: number | null;
  readonly QueueDomain: string | null;
  readonly RedirectLogic: RedirectLogic | null;
  readonly ForcedTargetUrl: string | null;
  /** Events whose sessions count as well. Left out where there are none: few connectors know it. */
  readonly InvolvedWaitingRoomIds?: readonly string[];
  /** The key of the lane of the rule's visitors. Left out where there is none: only our connectors know it. */
  readonly Lane?: string;
  readonly Triggers: readonly Trigger<PublishedPart>[];
};

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
