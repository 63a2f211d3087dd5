/** Says to a page that makes something that the first steps led there; it leads back to them then. */
export const FROM_FIRST_STEPS = "?from=first-steps";

/** Where a page leads that the first steps may have led to; null for its usual way on. */
export async function afterFirstStep(
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>,
): Promise<"/overview" | null> {
  return (await searchParams)["from"] === "first-steps" ? "/overview" : null;
}

/** Keeps for this browser whose first steps were put away. */
export const HIDDEN_STEPS_COOKIE = "first-steps-hidden";
