import type { TriggerType } from "@/connectors/src/core/trigger-types";

/** A global variable of a page by its path: names joined by dots, and numbers in brackets. */
const VARIABLE =
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*|\[\d{1,9}\])*$/u;

/** The characters that RFC 9110 allows in the name of a header, and RFC 6265 in that of a cookie. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

type FieldEntry = {
  readonly label: string;
  /** What the form starts with. */
  readonly initial: string;
  /** Says what to do when it is left empty. */
  readonly missing: string;
} & (
  | { readonly choices: Readonly<Record<string, string>> }
  | {
      readonly pattern: RegExp;
      /** Says that it does not fit the pattern. */
      readonly invalid: string;
      readonly isCaseSensitive: boolean;
      /** Stands below the field. */
      readonly hint?: string;
    }
);

/**
 * The fields in which a condition names what exactly it looks at, by their keys in the config and in
 * the order in which they are written there.
 */
const FIELDS = {
  UrlPart: {
    label: "Part",
    initial: "PagePath",
    missing: "Choose the part of the URL to compare.",
    choices: { PageUrl: "Full address", PagePath: "Path", HostName: "Host name" },
  },
  CookieName: {
    label: "Cookie name",
    initial: "",
    missing: "Enter the cookie name.",
    pattern: TOKEN,
    invalid: "This is not a valid cookie name.",
    isCaseSensitive: true,
  },
  HttpHeaderName: {
    label: "Header name",
    initial: "",
    missing: "Enter the header name.",
    pattern: TOKEN,
    invalid: "This is not a valid header name.",
    isCaseSensitive: false,
  },
  VariableName: {
    label: "Variable",
    initial: "",
    missing: "Enter the variable name.",
    pattern: VARIABLE,
    invalid: "Enter a variable such as shop.user.level or dataLayer[0].page.",
    isCaseSensitive: true,
    hint: "A global page variable, such as shop.user.level.",
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;

export type SubjectField = keyof typeof FIELDS;

/** What each field may hold; null where a condition does not use it. */
export type SubjectValues = {
  readonly [Field in SubjectField]:
    | ((typeof FIELDS)[Field] extends { readonly choices: infer Choices } ? keyof Choices : string)
    | null;
};

/** The same as connectors get them: only a condition on a variable of the page names one. */
export type PublishedFields = Omit<SubjectValues, "VariableName"> &
  Partial<Pick<SubjectValues, "VariableName">>;

type TypeEntry = {
  readonly label: string;
  /** The field that says which one is looked at; null where there is only one. */
  readonly field: SubjectField | null;
  /** Whether a request may come without it. Then even "contains *" does not match every request. */
  readonly canBeEmpty: boolean;
  /** Shown in an empty field for the value. */
  readonly example: string;
  /** What everybody should know who uses it. */
  readonly caveat: {
    readonly code: "body-not-always-read" | "only-in-pages" | "only-own-connectors";
    readonly message: string;
  } | null;
};

/**
 * Everything the console knows of what a condition can look at. The schema, the form, the sentences,
 * the warnings and the config follow from it; how a connector finds the text stands in
 * `connectors/src/core/trigger-types.ts`.
 */
export const TRIGGER_TYPES: Readonly<Record<TriggerType, TypeEntry>> = {
  UrlValidator: {
    label: "Address",
    field: "UrlPart",
    canBeEmpty: false,
    example: "/tickets",
    caveat: null,
  },
  CookieValidator: {
    label: "Cookie",
    field: "CookieName",
    canBeEmpty: true,
    example: "",
    caveat: null,
  },
  UserAgentValidator: {
    label: "User agent",
    field: null,
    canBeEmpty: true,
    example: "",
    caveat: null,
  },
  HttpHeaderValidator: {
    label: "Header",
    field: "HttpHeaderName",
    canBeEmpty: true,
    example: "",
    caveat: null,
  },
  RequestBodyValidator: {
    label: "Request body",
    field: null,
    canBeEmpty: true,
    example: "",
    caveat: {
      code: "body-not-always-read",
      message:
        "Many connectors can't see the request body unless your site passes it on. Some see only the first 2,048 characters.",
    },
  },
  RequestMethodValidator: {
    label: "Method",
    field: null,
    canBeEmpty: true,
    example: "POST",
    caveat: {
      code: "only-own-connectors",
      message:
        "Only our server connectors see the method. For public and browser connectors this condition never matches, even when negated, so the pages stay open.",
    },
  },
  JSVariableValidator: {
    label: "Page variable",
    field: "VariableName",
    canBeEmpty: true,
    example: "gold",
    caveat: {
      code: "only-in-pages",
      message:
        "Only the browser connector sees page variables. For server connectors this condition never matches, even when negated.",
    },
  },
};

/** Each type under its own name, as a schema wants it. */
export const TYPE_NAMES = mapEntries(TRIGGER_TYPES, (_entry, type) => type);

/** What the console calls each type, in the order in which it offers them. */
export const TYPE_LABELS = mapEntries(TRIGGER_TYPES, ({ label }) => label);

/** What the console and the schema need to know of a field. */
export function fieldEntry(field: SubjectField): FieldEntry {
  return FIELDS[field];
}

/** Makes something of each field, in the order in which a config has them. */
export function forEachField<Result extends Readonly<Record<SubjectField, unknown>>>(
  make: (field: SubjectField) => Result[SubjectField],
): Result {
  return mapEntries(FIELDS, (_entry, field) => make(field)) as Result;
}

/** The fields of a condition in their order, without a variable where none is looked at. */
export function publishedFields(part: PublishedFields): PublishedFields {
  const ordered = forEachField<SubjectValues>((field) => part[field] ?? null);
  const { VariableName, ...others } = ordered;
  return VariableName === null ? others : ordered;
}

/** The fields of a condition: those that its type does not use become null. */
export function usedFields(
  part: SubjectValues & { readonly ValidatorType: TriggerType },
): SubjectValues {
  const used = TRIGGER_TYPES[part.ValidatorType].field;
  return forEachField<SubjectValues>((field) => (field === used ? part[field] : null));
}

function mapEntries<Key extends string, Value, Mapped>(
  record: Readonly<Record<Key, Value>>,
  map: (value: Value, key: Key) => Mapped,
): Record<Key, Mapped> {
  const mapped: Partial<Record<Key, Mapped>> = {};
  for (const key in record) mapped[key] = map(record[key], key);
  // Every key of the record has got its value.
  return mapped as Record<Key, Mapped>;
}
