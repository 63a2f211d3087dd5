import type { MustacheTag } from "./mustache-tags";
import { isSlot, kindOfVariable, TEXT_VARIABLES } from "./variables";

const SECTIONS_MAX = 20;

/** What is wrong with the tags of a template, whatever HTML stands around them. */
export function problemsOfTags(
  tags: readonly MustacheTag[],
): readonly { readonly start: number; readonly reason: string }[] {
  const slots = new Set<string>();
  return tags.flatMap((tag) => {
    const reason = problemOf(tag, slots);
    return reason === null ? [] : [{ start: tag.start, reason }];
  });
}

function problemOf({ type, name, depth }: MustacheTag, slots: Set<string>): string | null {
  switch (type) {
    case "comment":
    case "close":
      return null;
    case "unescaped":
      return slotProblem(name, slots);
    case "variable":
      if (isSlot(name)) return `Write {{{${name}}}} with three braces: it is a part of the page.`;
      return variableProblem(name);
    case "open":
    case "inverted":
      if (isSlot(name) || TEXT_VARIABLES.has(name)) return `A section cannot be made of “${name}”.`;
      if (depth >= SECTIONS_MAX) return `Sections may stand ${SECTIONS_MAX} deep in each other.`;
      return variableProblem(name);
  }
}

function slotProblem(name: string, slots: Set<string>): string | null {
  if (!isSlot(name)) {
    return `Write {{${name}}} with two braces: only our own parts of the page may be filled in as they are.`;
  }
  if (slots.has(name)) return `{{{${name}}}} may stand once.`;
  slots.add(name);
  return null;
}

function variableProblem(name: string): string | null {
  return kindOfVariable(name) === null ? `There is no variable “${name}”.` : null;
}
