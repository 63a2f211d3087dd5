const ID_MAX = 9_999;

/** A number that no rule has; those of removed rules are not given again while others are higher. */
export function nextRuleId(rules: readonly { readonly id: number }[]): number {
  const highest = Math.max(0, ...rules.map(({ id }) => id));
  if (highest < ID_MAX) return highest + 1;
  const taken = new Set(rules.map(({ id }) => id));
  return Array.from({ length: ID_MAX }, (_, index) => index + 1).find((id) => !taken.has(id)) ?? 1;
}
