/** One comparison of a trigger. Keys are those of the wire. */
export interface TriggerPart {
  readonly ValidatorType: string;
  readonly Operator: string;
  readonly ValueToCompare: string | null;
  readonly ValuesToCompare: readonly string[] | null;
  readonly UrlPart: string | null;
  readonly CookieName: string | null;
  readonly HttpHeaderName: string | null;
  /** Only conditions on a variable of the page have it. */
  readonly VariableName?: string | null;
  readonly IsNegative: boolean;
  readonly IsIgnoreCase: boolean;
}

/** When an integration applies: one of its parts (`Or`) or all of them (anything else). */
export interface Trigger {
  readonly LogicalOperator: string;
  readonly TriggerParts: readonly TriggerPart[];
}

/** What to do with the requests that one of the triggers matches. */
export interface Integration {
  readonly Name: string;
  /** `Queue` or `Cancel`; anything else lets the request through. */
  readonly ActionType: string;
  readonly EventId: string | null;
  readonly CookieDomain: string | null;
  readonly IsCookieHttpOnly: boolean;
  readonly IsCookieSecure: boolean;
  readonly LayoutName: string | null;
  readonly Culture: string | null;
  readonly ExtendCookieValidity: boolean | null;
  readonly CookieValidityMinute: number | null;
  readonly QueueDomain: string | null;
  readonly RedirectLogic: string | null;
  readonly ForcedTargetUrl: string | null;
  readonly Triggers: readonly Trigger[];
  /** A session of any of these events lets the visitor in, too. */
  readonly InvolvedWaitingRoomIds?: readonly string[] | null;
  readonly QueuePathPrefix?: string | null;
  /** The key of the lane that visitors get. */
  readonly Lane?: string | null;
}

/** What connectors need to check passes; see `pass.ts`. */
export interface PublishedPasses {
  /** Any of them may have signed. */
  readonly Keys: readonly { readonly KeyId: string; readonly PublicKey: string }[];
  readonly Events: readonly {
    readonly EventId: string;
    /** The run of now: passes of an older one are refused. */
    readonly Run: number;
    /** Whether a connector that can check no signature may go by the queue token. */
    readonly AllowsToken: boolean;
  }[];
}

/** The published rules of a customer, as connectors pull them. */
export interface IntegrationConfig {
  readonly Description: string;
  readonly Integrations: readonly Integration[];
  readonly CustomerId: string;
  readonly AccountId: string;
  /** At least 1, and higher with every publication. */
  readonly Version: number;
  readonly PublishDate: string;
  readonly ConfigDataVersion: string;
  /** Left out where no event has passes. */
  readonly Passes?: PublishedPasses | null;
}
