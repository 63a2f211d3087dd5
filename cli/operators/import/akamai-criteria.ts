export type Fields = Readonly<Record<string, unknown>>;
/** Tells what is not here, and why. */
export type Note = (field: string, reason: string) => void;

type Part = Fields & { readonly UrlPart: string };
export type Trigger = {
  readonly LogicalOperator: string;
  readonly TriggerParts: readonly Part[];
};

/** The criteria of one rule, and how many of them have to hold. */
export type Level = { readonly criteria: readonly Fields[]; readonly mustSatisfy: unknown };

/** As many as a rule has. */
const TRIGGERS_MAX = 20;
const URL_PARTS: Readonly<Record<string, string>> = { path: "PagePath", hostname: "HostName" };
const IS_NEGATIVE: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ...["MATCHES_ONE_OF", "IS_ONE_OF"].map((name) => [name, false] as const),
  ...["DOES_NOT_MATCH_ONE_OF", "IS_NOT_ONE_OF"].map((name) => [name, true] as const),
]);

/** The criteria of a rule as it is written. */
export function levelOf({ criteria, criteriaMustSatisfy = "all" }: Fields): Level {
  return { criteria: [criteria ?? []].flat().map(Object), mustSatisfy: criteriaMustSatisfy };
}

/**
 * Where a rule holds: what it asks for and what all that it stands in ask for. Empty where that is nothing, and null where
 * it cannot be told here, which is noted: other pages would be held than there.
 */
export function triggersOf(levels: readonly Level[], note: Note): readonly Trigger[] | null {
  let alternatives: readonly (readonly Part[])[] = [[]];
  for (const { criteria, mustSatisfy } of levels) {
    if (mustSatisfy !== "all" && mustSatisfy !== "any") {
      note("criteriaMustSatisfy", `There is no ${String(mustSatisfy)} here.`);
      return null;
    }
    const parts = criteria.map((one) => partOf(one, note));
    const told = parts.filter((part) => part !== null);
    if (told.length < parts.length) return null;
    const choices = mustSatisfy === "any" && told.length > 0 ? told.map((one) => [one]) : [told];
    if (alternatives.length * choices.length > TRIGGERS_MAX) {
      note("criteria", `Rules here have ${TRIGGERS_MAX} alternatives at most.`);
      return null;
    }
    alternatives = alternatives.flatMap((one) => choices.map((more) => [...one, ...more]));
  }
  return alternatives
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ LogicalOperator: "And", TriggerParts: parts }));
}

/** Null where it cannot be told here. */
function partOf({ name, options }: Fields, note: Note): Part | null {
  const UrlPart = URL_PARTS[String(name)];
  const { values, matchOperator, matchCaseSensitive = false } = Object(options);
  const isNegative = IS_NEGATIVE.get(matchOperator);
  const list = [values ?? []].flat().map(String);
  const starless = list.map((value) => value.replace(/\*$/, ""));
  const isStrange = starless.some((value) => /[*?]/.test(value)) || list.length === 0;
  if (UrlPart === undefined || isNegative === undefined || isStrange) {
    const said = [name, matchOperator, ...list].filter((word) => word !== undefined).join(" ");
    note("criteria", `Rules here cannot tell ${said}.`);
    return null;
  }
  const hasStar = list.some((value) => value.endsWith("*"));
  if (hasStar) {
    const others = isNegative ? "fewer" : "more";
    const reason = `rules here compare what a path contains, so ${others} pages may be held.`;
    note("criteria", `${list.join(" ")}: ${reason}`);
  }
  return {
    ...{ ValidatorType: "UrlValidator", UrlPart },
    Operator: hasStar ? "ContainsAny" : "EqualsAny",
    ValuesToCompare: starless,
    IsNegative: isNegative,
    IsIgnoreCase: matchCaseSensitive !== true,
  };
}
