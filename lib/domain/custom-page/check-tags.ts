import type { MustacheTag } from "./mustache-tags";
import { isPagePart, kindOfVariable, TEXT_VARIABLES } from "./variables";

const SECTIONS_MAX = 20;

/** What is wrong with the tags of a template, whatever HTML stands around them. */
export function problemsOfTags(
  tags: readonly MustacheTag[],
): readonly { readonly start: number; readonly reason: string }[] {
  const pageParts = new Set<string>();
  return tags.flatMap((tag) => {
    const reason = problemOf(tag, pageParts);
    return reason === null ? [] : [{ start: tag.start, reason }];
  });
}

function problemOf({ type, name, depth }: MustacheTag, pageParts: Set<string>): string | null {
  switch (type) {
    case "comment":
    case "close":
      return null;
    case "unescaped":
      return pagePartProblem(name, pageParts);
    case "variable":
      if (isPagePart(name)) return `Use three braces: {{{${name}}}}.`;
      return variableProblem(name);
    case "open":
    case "inverted":
      if (isPagePart(name) || TEXT_VARIABLES.has(name))
        return `“${name}” can't be used as a section.`;
      if (depth >= SECTIONS_MAX) return `Sections can be nested at most ${SECTIONS_MAX} deep.`;
      return variableProblem(name);
  }
}

function pagePartProblem(name: string, pageParts: Set<string>): string | null {
  if (!isPagePart(name)) {
    return `Use two braces: {{${name}}}. Three braces are only for page parts.`;
  }
  if (pageParts.has(name)) return `Use {{{${name}}}} only once.`;
  pageParts.add(name);
  return null;
}

function variableProblem(name: string): string | null {
  return kindOfVariable(name) === null ? `There is no variable “${name}”.` : null;
}
