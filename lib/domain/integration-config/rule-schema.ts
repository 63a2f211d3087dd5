import { z } from "zod";
import { asciiAddress } from "@/lib/domain/fields";
import { parseUrl } from "@/lib/domain/parse-url";
import { isWireId } from "@/lib/domain/wire-id";
import { asSent, whyNeverSent } from "./as-sent";
import {
  fieldEntry,
  forEachField,
  type SubjectField,
  type SubjectValues,
  TRIGGER_TYPES,
  TYPE_NAMES,
  usedFields,
} from "./trigger-types";

/** No control characters and no lone surrogates: neither survives HTTP, JSON and the database. */
const CLEAN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;
const COOKIE_DOMAIN = /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i;
const LANE_KEY = /^[a-z][a-z0-9-]{0,19}$/;
const CULTURE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

const cleanText = (maxLength: number) =>
  z.string().max(maxLength).regex(CLEAN_TEXT, "Remove line breaks and control characters.");

/** An optional text of a form: absent and empty both mean "none". */
const optionalText = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value))
    .pipe(schema.nullable());

const eventId = z.string().refine(isWireId, "Choose an event.");

/** As many as the waiting room ends at once when their visitor leaves. */
const INVOLVED_MAX = 19;

const involvedIds = z
  .array(z.string().refine(isWireId, "This is not a valid event ID."))
  .max(INVOLVED_MAX, `At most ${INVOLVED_MAX} additional events.`)
  .transform((ids) => [...new Set(ids)])
  .default([]);

const isWebAddress = (value: string) => /^https?:$/.test(parseUrl(value)?.protocol ?? "");

const cancelActionShape = {
  EventId: eventId,
  InvolvedWaitingRoomIds: involvedIds,
  CookieDomain: optionalText(
    z
      .string()
      .trim()
      .max(253)
      .regex(COOKIE_DOMAIN, "Enter a cookie domain such as shop.example.com."),
  ),
  IsCookieHttpOnly: z.boolean().default(true),
  IsCookieSecure: z.boolean().default(false),
};

const namesItsOwnEvent = (action: {
  readonly EventId: string;
  readonly InvolvedWaitingRoomIds: readonly string[];
}) => action.InvolvedWaitingRoomIds.includes(action.EventId);

const OWN_EVENT = {
  path: ["InvolvedWaitingRoomIds"],
  message: "Don't list the rule's own event.",
};

export const cancelActionSchema = z
  .strictObject(cancelActionShape)
  .refine((action) => !namesItsOwnEvent(action), OWN_EVENT);

export const queueActionSchema = z
  .strictObject({
    ...cancelActionShape,
    LayoutName: optionalText(cleanText(100).trim()),
    Culture: optionalText(z.string().trim().regex(CULTURE, "Enter a language such as en-US.")),
    RedirectLogic: z
      .enum(["AllowTParameter", "EventTargetUrl", "ForcedTargetUrl"])
      .default("AllowTParameter"),
    ForcedTargetUrl: optionalText(
      cleanText(2_000)
        .trim()
        .refine(isWebAddress, "Enter a full URL that starts with https:// or http://.")
        .transform(asciiAddress),
    ),
  })
  .refine(
    (action) => action.RedirectLogic !== "ForcedTargetUrl" || action.ForcedTargetUrl !== null,
    { path: ["ForcedTargetUrl"], message: "Enter the URL to send visitors to." },
  )
  .refine((action) => !namesItsOwnEvent(action), OWN_EVENT)
  .transform((action) =>
    action.RedirectLogic === "ForcedTargetUrl" ? action : { ...action, ForcedTargetUrl: null },
  );

export const ignoreActionSchema = z.strictObject({});

type FieldSchemas = {
  readonly [Field in SubjectField]: z.ZodDefault<
    z.ZodType<SubjectValues[Field], string | null | undefined>
  >;
};

function fieldSchema(field: SubjectField): FieldSchemas[SubjectField] {
  const entry = fieldEntry(field);
  const schema =
    "choices" in entry
      ? z.enum(Object.keys(entry.choices)).nullable()
      : optionalText(z.string().max(200).regex(entry.pattern, entry.invalid));
  return schema.default(null);
}

const triggerPartShape = z.strictObject({
  ValidatorType: z.enum(TYPE_NAMES),
  Operator: z.enum(["Equals", "Contains", "EqualsAny", "ContainsAny"]),
  ValueToCompare: cleanText(2_000).nullable().default(null),
  ValuesToCompare: z
    .array(cleanText(2_000).min(1, "Remove the empty line."))
    .max(500)
    .nullable()
    .default(null),
  ...forEachField<FieldSchemas>(fieldSchema),
  IsNegative: z.boolean().default(false),
  IsIgnoreCase: z.boolean().default(false),
});

type TriggerPartShape = z.output<typeof triggerPartShape>;

const comparesMany = (part: TriggerPartShape) =>
  part.Operator === "EqualsAny" || part.Operator === "ContainsAny";

function missingFields(part: TriggerPartShape): (readonly [keyof TriggerPartShape, string])[] {
  const missing: (readonly [keyof TriggerPartShape, string])[] = [];
  const { field } = TRIGGER_TYPES[part.ValidatorType];
  if (field !== null && part[field] === null) missing.push([field, fieldEntry(field).missing]);
  if (comparesMany(part) && (part.ValuesToCompare ?? []).length === 0) {
    missing.push(["ValuesToCompare", "Enter at least one value."]);
  }
  if (!comparesMany(part) && part.ValueToCompare === null) {
    missing.push(["ValueToCompare", "Enter the value to compare with."]);
  }
  return missing;
}

/**
 * One condition. Fields that its kind does not use become null, so that equal rules are equal, and addresses become what
 * browsers send.
 */
export const triggerPartSchema = triggerPartShape
  .superRefine((part, refinement) => {
    for (const [field, message] of missingFields(part)) {
      refinement.addIssue({ code: "custom", path: [field], message });
    }
  })
  .transform((part) => ({
    ...part,
    ValueToCompare:
      comparesMany(part) || part.ValueToCompare === null ? null : asSent(part, part.ValueToCompare),
    ValuesToCompare: comparesMany(part)
      ? (part.ValuesToCompare?.map((value) => asSent(part, value)) ?? null)
      : null,
    ...usedFields(part),
  }));

export const triggerSchema = z.strictObject({
  LogicalOperator: z.enum(["And", "Or"]).default("And"),
  TriggerParts: z.array(triggerPartSchema).min(1, "Add at least one condition.").max(50),
});

const ruleName = cleanText(100).trim().min(1, "Enter a rule name.");
const triggers = z.array(triggerSchema).min(1, "Add at least one trigger.").max(20);

/** A whole rule, as the form and the API send it and as the services store it. */
export const ruleSchema = z.discriminatedUnion("actionType", [
  z.strictObject({
    actionType: z.literal("Queue"),
    name: ruleName,
    action: queueActionSchema,
    alwaysWait: z.boolean().default(false),
    lane: optionalText(z.string().regex(LANE_KEY, "Choose one of the event's lanes.")).default(
      null,
    ),
    triggers,
  }),
  z.strictObject({
    actionType: z.literal("Cancel"),
    name: ruleName,
    action: cancelActionSchema,
    triggers,
  }),
  z.strictObject({
    actionType: z.literal("Ignore"),
    name: ruleName,
    action: ignoreActionSchema,
    triggers,
  }),
]);
export type RuleInput = z.input<typeof ruleSchema>;

/** Every text contains an empty one: who means that says `*`. */
function whyUnsaid({ Operator, ValueToCompare }: TriggerPartShape): string | null {
  const isUnsaid = Operator === "Contains" && ValueToCompare === "";
  return isUnsaid ? "Enter a value, or * to match every value." : null;
}

/** The same for what somebody saves now: what is stored already is read, though no browser ever sends it. */
export const savedRuleSchema = ruleSchema.superRefine(({ triggers: all }, refinement) => {
  for (const [trigger, { TriggerParts }] of all.entries()) {
    for (const [index, part] of TriggerParts.entries()) {
      const field = comparesMany(part) ? "ValuesToCompare" : "ValueToCompare";
      const reasons = [part[field] ?? []].flat().map((value) => whyNeverSent(part, value));
      const message = whyUnsaid(part) ?? reasons.find((reason) => reason !== null);
      const path = ["triggers", trigger, "TriggerParts", index, field];
      if (message) refinement.addIssue({ code: "custom", path, message });
    }
  }
});
