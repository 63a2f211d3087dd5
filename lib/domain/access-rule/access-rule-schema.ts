import { z } from "zod";
import { LIST_KEY } from "@/lib/domain/address-list/list-schema";
import { readRange } from "@/lib/domain/address-list/read-range";
import { type AccessSubject, COMPARISONS, NO_RULES, SUBJECTS } from "./access-rule";

export const RULES_MAX = 100;
const CONDITIONS_MAX = 10;
const VALUES_MAX = 50;
const TEXT_MAX = 200;
const CLEAN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

const text = (most: number) =>
  z.string().max(most).regex(CLEAN_TEXT, "Remove line breaks and control characters.");

/** What the values of a subject look like, and what to write instead. */
const VALUES: Partial<
  Readonly<Record<AccessSubject, { isGood: (value: string) => boolean; message: string }>>
> = {
  address: {
    isGood: (value) => readRange(value).ok,
    message: "Enter an IP address such as 203.0.113.9, or a range such as 203.0.113.0/24.",
  },
  list: { isGood: (value) => LIST_KEY.test(value), message: "Choose an address list." },
  country: {
    isGood: (value) => /^[A-Za-z][A-Za-z0-9]$/.test(value),
    message: "Enter two-letter country codes, such as DE.",
  },
  asn: {
    isGood: (value) => /^(?:AS)?\d{1,10}$/i.test(value),
    message: "Enter AS numbers, such as AS64500.",
  },
};
const NAMED: readonly AccessSubject[] = ["header", "cookie"];
const WITHOUT_VALUES: readonly AccessSubject[] = ["bot-score", "joins", "crawler"];
const NUMBERED: readonly AccessSubject[] = ["bot-score", "joins"];
const COMPARED: readonly AccessSubject[] = ["header", "cookie", "user-agent", "path"];

const conditionShape = z.strictObject({
  subject: z.enum(SUBJECTS),
  isNot: z.boolean().default(false),
  name: text(64).trim().default(""),
  comparison: z.enum(COMPARISONS).default("equals"),
  values: z
    .array(text(TEXT_MAX).trim().min(1, "Remove the empty value."))
    .max(VALUES_MAX, `At most ${VALUES_MAX} values. For more addresses, use an address list.`)
    .readonly()
    .default([]),
  number: z.number().int().min(0).max(1_000_000).nullable().default(null),
  per: z.enum(["minute", "run"]).default("minute"),
});
type ConditionShape = z.output<typeof conditionShape>;

function needsValues({ subject, comparison }: ConditionShape): boolean {
  if (WITHOUT_VALUES.includes(subject)) return false;
  return !(COMPARED.includes(subject) && comparison === "present");
}

function* problemsOf(condition: ConditionShape): Generator<readonly [string, string]> {
  const { subject, name, values, number } = condition;
  if (NAMED.includes(subject) && !HEADER_NAME.test(name)) {
    yield ["name", `Enter the ${subject} name.`];
  }
  if (NUMBERED.includes(subject) && number === null) yield ["number", "Enter a number."];
  if (!needsValues(condition)) return;
  if (values.length === 0) yield ["values", "Enter at least one value."];
  const kind = VALUES[subject];
  const bad = kind === undefined ? undefined : values.find((value) => !kind.isGood(value));
  if (kind !== undefined && bad !== undefined) yield ["values", kind.message];
}

/** What a subject does not use becomes empty, so that equal conditions are equal. */
const condition = conditionShape
  .superRefine((given, refinement) => {
    for (const [path, message] of problemsOf(given)) {
      refinement.addIssue({ code: "custom", path: [path], message });
    }
  })
  .transform((given) => ({
    ...given,
    name: NAMED.includes(given.subject) ? given.name : "",
    comparison: COMPARED.includes(given.subject) ? given.comparison : ("equals" as const),
    values: needsValues(given) ? given.values : [],
    number: NUMBERED.includes(given.subject) ? given.number : null,
    per: given.subject === "joins" ? given.per : ("minute" as const),
  }));

const action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("let-by") }),
  z.strictObject({ type: z.literal("join") }),
  z.strictObject({ type: z.literal("challenge") }),
  z.strictObject({ type: z.literal("false-queue") }),
  z.strictObject({
    type: z.literal("block"),
    reason: text(300).trim().min(1, "Enter a reason. Visitors see it."),
  }),
  z.strictObject({ type: z.literal("later"), seconds: z.number().int().min(1).max(86_400) }),
]);

/** A guess of somebody else's machine is no reason to let people wait for nothing. */
const SCORE_ALONE =
  "The false queue can't rely on a bot score alone. Add another condition or choose a challenge.";

const rule = z
  .strictObject({
    id: z.number().int().min(1).max(9_999),
    name: text(80).trim().min(1, "Enter a rule name."),
    conditions: z
      .array(condition)
      .min(1, "Add at least one condition.")
      .max(CONDITIONS_MAX, `At most ${CONDITIONS_MAX} conditions.`)
      .readonly(),
    action,
  })
  .refine(
    ({ action: { type }, conditions }) =>
      type !== "false-queue" || conditions.some(isMoreThanScore),
    { path: ["action"], message: SCORE_ALONE },
  );

/** A score is none, and nearly everybody is no verified crawler. */
function isMoreThanScore({ subject, isNot }: ConditionShape): boolean {
  return subject !== "bot-score" && !(subject === "crawler" && isNot);
}

const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .refine((name) => name === "" || HEADER_NAME.test(name), "Enter a valid header name.");

const rulesShape = z.strictObject({
  rules: z.array(rule).max(RULES_MAX, `At most ${RULES_MAX} rules.`).readonly().default([]),
  headers: z
    .strictObject({
      country: headerName.default(NO_RULES.headers.country),
      asn: headerName.default(NO_RULES.headers.asn),
      botScore: headerName.default(NO_RULES.headers.botScore),
    })
    .default(NO_RULES.headers),
});

/** The part `rules` of an event's protection. */
export const accessRulesSchema = rulesShape.refine(
  ({ rules }) => new Set(rules.map(({ id }) => id)).size === rules.length,
  {
    path: ["rules"],
    message: "Two rules have the same number.",
  },
);
