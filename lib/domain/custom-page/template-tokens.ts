import { type MustacheTag, readMustacheTags } from "./mustache-tags";

/** Mustache as the library renders it: text, a variable, or a section with what it holds. */
export type TemplateToken =
  | readonly ["text" | "name" | "&", string]
  | readonly ["#" | "^", string, 0, 0, readonly TemplateToken[]];

/** Splits a part of a page into text and tags, each text whole. Null for what is no Mustache. */
export function tokensOf(part: string): readonly TemplateToken[] | null {
  const parsed = readMustacheTags(part);
  if (!parsed.ok) return null;
  const root: TemplateToken[] = [];
  const open = [root];
  let at = 0;
  for (const tag of parsed.tags) {
    const level = open[open.length - 1] ?? root;
    if (tag.start > at) level.push(["text", part.slice(at, tag.start)]);
    at = tag.end;
    if (tag.type === "close") open.pop();
    const content = pushTag(level, tag);
    if (content !== null) open.push(content);
  }
  if (at < part.length) root.push(["text", part.slice(at)]);
  return root;
}

/** Adds a tag; answers where the content of a section goes. */
function pushTag(level: TemplateToken[], { type, name }: MustacheTag): TemplateToken[] | null {
  if (type === "variable") level.push(["name", name]);
  if (type === "unescaped") level.push(["&", name]);
  if (type !== "open" && type !== "inverted") return null;
  const content: TemplateToken[] = [];
  level.push([type === "open" ? "#" : "^", name, 0, 0, content]);
  return content;
}
