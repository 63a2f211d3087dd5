/**
 * What a condition looks at. `country`, `asn` and `bot-score` come in headers of a CDN; `joins` is how often the
 * address has joined; `crawler` is a search engine whose name was checked by DNS.
 */
export const SUBJECTS = [
  "address",
  "list",
  "country",
  "asn",
  "bot-score",
  "user-agent",
  "header",
  "cookie",
  "path",
  "joins",
  "crawler",
] as const;
export type AccessSubject = (typeof SUBJECTS)[number];

/** How a text is compared; capitals make no difference. In a `pattern` a star stands for any characters. */
export const COMPARISONS = ["equals", "contains", "starts-with", "pattern", "present"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One condition of a rule. What its subject does not need is empty. */
export type AccessCondition = {
  readonly subject: AccessSubject;
  /** The condition holds where it would not. */
  readonly isNot: boolean;
  /** Of a header or a cookie; "" elsewhere. */
  readonly name: string;
  /** For texts. */
  readonly comparison: Comparison;
  /** Addresses and ranges, keys of address lists, countries, networks or texts: one of them is enough. */
  readonly values: readonly string[];
  /** A bot score below it holds, and joins above it; null elsewhere. */
  readonly number: number | null;
  /** For joins. */
  readonly per: "minute" | "run";
};

/** A condition as it begins: on the program of who asks. */
export const NEW_CONDITION: AccessCondition = {
  subject: "user-agent",
  isNot: false,
  name: "",
  comparison: "contains",
  values: [],
  number: null,
  per: "minute",
};

/** What becomes of a visitor whom a rule names. */
export type AccessAction =
  /** Past the line, counted beside it. */
  | { readonly type: "let-by" }
  /** Into the line, without a challenge by rule. */
  | { readonly type: "join" }
  | { readonly type: "challenge" }
  /** A place that looks like waiting and is never called. */
  | { readonly type: "false-queue" }
  /** `reason` is shown to the visitor. */
  | { readonly type: "block"; readonly reason: string }
  /** Status 503: come again after so many seconds. Search engines keep their index then. */
  | { readonly type: "later"; readonly seconds: number };

export type AccessRule = {
  /** Stays the same while the rule is moved or renamed; its counts go by it. */
  readonly id: number;
  readonly name: string;
  /** All of them have to hold. */
  readonly conditions: readonly AccessCondition[];
  readonly action: AccessAction;
};

/** In which headers a CDN says what it knows of a visitor, in small letters; "" where it does not say it. */
export type CdnHeaders = {
  readonly country: string;
  readonly asn: string;
  readonly botScore: string;
};

/** The access rules of an event: the first that applies decides. */
export type AccessRules = {
  readonly rules: readonly AccessRule[];
  readonly headers: CdnHeaders;
};

export const NO_RULES: AccessRules = {
  rules: [],
  headers: { country: "cf-ipcountry", asn: "", botScore: "" },
};

/** What conditions look at. Null is what nobody knows: then a condition on it does not hold, negated or not. */
export type AccessRequest = {
  readonly address: string;
  /** Of the address on the site that the visitor wants to get to. */
  readonly path: string;
  /** "" where there is none. `name` is in small letters. */
  readonly header: (name: string) => string;
  readonly cookie: (name: string) => string;
  /** A header of the CDN; null where it is not believed, or absent. */
  readonly told: (name: string) => string | null;
  /** Null for a list that is not known. */
  readonly isInList: (key: string) => boolean | null;
  /** Joins of the address that this process has seen. */
  readonly joins: (per: "minute" | "run") => number;
  /**
   * True for a search engine whose name was checked. Whoever claims to be one can see to it that nobody can tell: they are none,
   * unlike what else is not known.
   */
  readonly isCrawler: boolean;
};
