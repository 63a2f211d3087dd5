import type { PublishedPart, Trigger } from "./model";
import { fieldEntry, TRIGGER_TYPES } from "./trigger-types";

/** A piece of a sentence: words, or a text that is compared as it stands. */
export type SentencePiece = string | { readonly value: string };

type Operator = PublishedPart["Operator"];

/** What a comparison is called: as it is, and where it must not hold. */
export const COMPARISON_WORDS: Readonly<Record<Operator, readonly [is: string, isNot: string]>> = {
  Contains: ["contains", "does not contain"],
  Equals: ["is", "is not"],
  ContainsAny: ["contains any of", "contains none of"],
  EqualsAny: ["is any of", "is none of"],
};

/** Of a longer list only the first ones are told, so that a sentence stays one. */
const VALUES_MAX = 5;

/** What a condition looks at: `the path`, `the cookie “vip”`. */
export function subjectWords(part: PublishedPart): string {
  const { label, field } = TRIGGER_TYPES[part.ValidatorType];
  if (field === null) return `the ${label.toLowerCase()}`;
  const entry = fieldEntry(field);
  const name = part[field] ?? "";
  return "choices" in entry
    ? `the ${(entry.choices[name] ?? label).toLowerCase()}`
    : `the ${label.toLowerCase()} “${name}”`;
}

/** A condition as people say it: `the path does not contain “/help”`. */
export function conditionSentence(part: PublishedPart): readonly SentencePiece[] {
  return [`${subjectWords(part)} `, ...predicate(part)];
}

function predicate(part: PublishedPart): SentencePiece[] {
  const special = specialPredicate(part);
  if (special !== null) return [special];
  const values = part.ValuesToCompare ?? [part.ValueToCompare ?? ""];
  const told = values.slice(0, VALUES_MAX);
  const more = values.length - told.length;
  return [
    `${COMPARISON_WORDS[part.Operator][part.IsNegative ? 1 : 0]} `,
    ...told.flatMap((value, index): SentencePiece[] =>
      index === 0 ? [{ value }] : [", ", { value }],
    ),
    ...(more > 0 ? [` and ${more} more`] : []),
    ...(!part.IsIgnoreCase && values.some((value) => /\p{L}/u.test(value))
      ? [" (case-sensitive)"]
      : []),
  ];
}

/** What the star and the empty text mean, which nobody would read out of them. */
function specialPredicate({ Operator, ValueToCompare, IsNegative }: PublishedPart): string | null {
  if (Operator === "Contains" && ValueToCompare === "*") {
    return IsNegative ? "is not empty (“not” has no effect)" : "is not empty";
  }
  if (Operator === "Contains" && ValueToCompare === "") {
    return IsNegative ? "never matches" : "always matches";
  }
  if (Operator === "Equals" && ValueToCompare === "") {
    return IsNegative ? "is present and not empty" : "is missing or empty";
  }
  return null;
}

/** When a rule applies, as one sentence: any of its triggers is enough. */
export function triggersSentence(
  triggers: readonly Trigger<PublishedPart>[],
): readonly SentencePiece[] {
  return triggers.flatMap(({ LogicalOperator, TriggerParts }, index): SentencePiece[] => {
    const joiner = LogicalOperator === "Or" ? " or " : " and ";
    const conditions = TriggerParts.flatMap((part, place): readonly SentencePiece[] =>
      place === 0 ? conditionSentence(part) : [joiner, ...conditionSentence(part)],
    );
    const isGrouped = triggers.length > 1 && TriggerParts.length > 1;
    return [
      ...(index === 0 ? [] : [", or "]),
      ...(isGrouped ? ["(", ...conditions, ")"] : conditions),
    ];
  });
}

/** The same as plain text, with what is compared in quotes. */
export function plainSentence(pieces: readonly SentencePiece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : `“${piece.value}”`)).join("");
}
