/**
 * All rules by name in their order: those of the file as it has them, and each other one after the rule that it follows
 * now. Rules that are there and stay where they are are not moved.
 */
export function orderedRules(
  there: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  const inFile = new Set(wanted);
  const followers = new Map<string | null, string[]>();
  let former: string | null = null;
  for (const name of there) {
    if (inFile.has(name)) former = name;
    else followers.set(former, [...(followers.get(former) ?? []), name]);
  }
  const after = (name: string | null) => followers.get(name) ?? [];
  return [...after(null), ...wanted.flatMap((name) => [name, ...after(name)])];
}
