const LETTERS = 26;
const FIRST = "a".charCodeAt(0);
const RULE_COUNT = /^rule-([a-z]+)$/;

/** How often an access rule has decided, as a kind of figure. */
export type RuleCount = `rule-${string}`;

/** The kind under which a rule is counted: kinds have no digits. */
export function ruleCount(id: number): RuleCount {
  let name = "";
  for (let rest = id; rest > 0; rest = Math.floor(rest / LETTERS))
    name = String.fromCharCode(FIRST + (rest % LETTERS)) + name;
  return `rule-${name}`;
}

/** The rule that is counted under a kind; null for another kind. */
export function ruleOfCount(kind: string): number | null {
  const [, name] = RULE_COUNT.exec(kind) ?? [];
  if (name === undefined || name.length > 4) return null;
  return [...name].reduce((id, letter) => id * LETTERS + letter.charCodeAt(0) - FIRST, 0);
}

export function isRuleCount(kind: string): kind is RuleCount {
  return ruleOfCount(kind) !== null;
}
