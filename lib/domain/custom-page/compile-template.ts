import { type DefaultTreeAdapterTypes, defaultTreeAdapter, serialize } from "parse5";
import { parseBounded, TooComplex } from "./bounded-parse";
import { problemsOfTags } from "./check-tags";
import { cleanPage } from "./clean-page";
import { type Finding, findingsIn } from "./finding";
import { type MustacheTag, readMustacheTags } from "./mustache-tags";
import { Placeholders, type Written } from "./placeholders";
import { findTags, type TagPlace } from "./tag-places";
import { addressesIn } from "./template-origins";
import { type TemplateToken, tokensOf } from "./template-tokens";
import { kindOfVariable, PAGE_PARTS, type PagePart } from "./variables";

/** UTF-8. */
export const TEMPLATE_BYTES_MAX = 1_000_000;

type Part = readonly TemplateToken[];

/** A template that can only show what it should: nothing in it runs or sends something. */
export type CompiledTemplate = {
  /** What stands in `<head>` and `<body>`, and the attributes of `<html>` and `<body>`. */
  readonly head: Part;
  readonly body: Part;
  readonly htmlAttributes: Part;
  readonly bodyAttributes: Part;
  readonly hasTitle: boolean;
  readonly pageParts: readonly PagePart[];
};

export type Compilation = {
  /** Null when there are problems. */
  readonly template: CompiledTemplate | null;
  /** Each refuses the template. */
  readonly problems: readonly Finding[];
  /** What is left out of the page. */
  readonly removed: readonly Finding[];
  /** The https origins from which it loads something. */
  readonly origins: readonly string[];
};

type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

/**
 * Reads a template of a customer, and takes from it all that may not stand on a page of ours. Mustache may fill in
 * text and attributes, and sections hold whole elements: so no value changes what is an element and what is not.
 * Takes time in proportion to the length.
 */
export function compileTemplate(html: string): Compilation {
  const source = html.replace(/\r\n?/g, "\n");
  const finding = findingsIn(source);
  const refused = (offset: number, reason: string): Compilation => ({
    template: null,
    problems: [finding(offset, reason)],
    removed: [],
    origins: [],
  });
  if (new TextEncoder().encode(source).length > TEMPLATE_BYTES_MAX) {
    return refused(0, "Templates are limited to 1 MB.");
  }
  const parsed = readMustacheTags(source);
  if (!parsed.ok) return refused(parsed.offset, parsed.reason);
  const { tags } = parsed;
  const wrong = problemsOfTags(tags);
  if (wrong.length > 0) {
    const problems = wrong.map(({ start, reason }) => finding(start, reason));
    return { template: null, problems, removed: [], origins: [] };
  }
  try {
    return compileRead(source, tags);
  } catch (error) {
    if (error instanceof TooComplex)
      return refused(0, `This page is too complex. ${error.message}`);
    throw error;
  }
}

function compileRead(source: string, tags: readonly MustacheTag[]): Compilation {
  const finding = findingsIn(source);
  const problems: Finding[] = [];
  const removed: Finding[] = [];
  const placeholders = new Placeholders(source, tags);
  // A fragment is what stands in the body; anywhere else a comment would not open it.
  const before = /<(?:html|head|body)[\s>]/i.test(source) ? "" : "<!doctype html><body>";
  const words = parseBounded(before + placeholders.write(() => "word").html, false);
  const places = findTags(words, placeholders);
  const writtenAs = (index: number): Written => writingOf(tags[index], places.get(index));
  const { html, offsetInSource } = placeholders.write(writtenAs);
  const page = parseBounded(before + html, true);
  const final = findTags(page, placeholders);
  const at = (node: DefaultTreeAdapterTypes.ChildNode, reason: string) =>
    finding(
      offsetInSource(Math.max(0, (node.sourceCodeLocation?.startOffset ?? 0) - before.length)),
      reason,
    );
  for (const [index, tag] of tags.entries()) {
    const reason = problemOfPlace(tag, final.get(index), writtenAs(index));
    if (reason !== null) problems.push(finding(tag.start, reason));
  }
  problems.push(...splitSections(tags, final).map(({ start, reason }) => finding(start, reason)));
  const origins = addressesIn(page);
  cleanPage(page, {
    placeholders,
    onRemoved: (node, reason) => removed.push(at(node, reason)),
    onProblem: (node, reason) => problems.push(at(node, reason)),
    isNumber: (index) => {
      const tag = tags[index];
      if (tag === undefined || tag.type === "unescaped") return false;
      return tag.type !== "variable" || kindOfVariable(tag.name) === "number";
    },
  });
  if (!hasStatus(page, tags, placeholders)) {
    problems.push(finding(0, "Add {{{status}}} outside of sections."));
  }
  if (problems.length > 0) return { template: null, problems, removed, origins };
  const template = write(page, tags, placeholders);
  if (template === null) problems.push(finding(0, "This page can't be parsed safely."));
  return { template, problems, removed, origins };
}

function writingOf(tag: MustacheTag | undefined, place: TagPlace | undefined): Written {
  if (tag === undefined || tag.type === "comment") return "nothing";
  const isSection = tag.type !== "variable" && tag.type !== "unescaped";
  return isSection && place?.kind === "text" ? "comment" : "word";
}

/** Why a tag may not stand where it does; null where it may. */
function problemOfPlace(tag: MustacheTag, place: TagPlace | undefined, as: Written): string | null {
  if (as === "nothing") return null;
  if (place === undefined || place.kind === "name")
    return "Mustache tags are only allowed in text and attribute values.";
  if (place.kind === "raw") return `Mustache tags are not allowed in <${place.element}>.`;
  if (place.kind === "note") return null;
  if (place.element === "#document" || place.element === "html") {
    return "Mustache tags are only allowed in the head and body.";
  }
  if (tag.type !== "unescaped" || (place.kind === "text" && !DRAWING.has(place.element)))
    return null;
  return `{{{${tag.name}}}} is only allowed where elements are.`;
}

const DRAWING = new Set(["svg", "g", "defs", "mask", "pattern"]);

/** Sections that do not begin and end in the same element or value: one of them alone would break the page. */
function splitSections(
  tags: readonly MustacheTag[],
  places: ReadonlyMap<number, TagPlace>,
): readonly { readonly start: number; readonly reason: string }[] {
  return tags.flatMap(({ type, section, start, name }, index) => {
    if (type !== "close") return [];
    const [opened, closed] = [places.get(section), places.get(index)];
    if (opened?.where === closed?.where && (opened?.order ?? 0) < (closed?.order ?? 0)) return [];
    const reason = `Section “${name}” must end in the element where it starts.`;
    return [{ start, reason }];
  });
}

/** True when the status has a place that is always shown. */
function hasStatus(
  page: Document,
  tags: readonly MustacheTag[],
  placeholders: Placeholders,
): boolean {
  const [, body] = headAndBody(page);
  const places = findTags(body, placeholders);
  return tags.some(
    ({ type, name, depth }, index) =>
      type === "unescaped" && name === "status" && depth === 0 && places.has(index),
  );
}

function headAndBody(page: Document): readonly [Element, Element, Element] {
  const html = page.childNodes.find(defaultTreeAdapter.isElementNode);
  const [head, body] = (html?.childNodes ?? []).filter(defaultTreeAdapter.isElementNode);
  if (html === undefined || head === undefined || body === undefined) {
    throw new TooComplex("The page has no body.");
  }
  return [head, body, html];
}

/** The cleaned page as Mustache; null when it would not be read again as what it is. */
function write(
  page: Document,
  tags: readonly MustacheTag[],
  placeholders: Placeholders,
): CompiledTemplate | null {
  const [head, body, html] = headAndBody(page);
  const texts = [serialize(head), serialize(body), attributesOf(html), attributesOf(body)];
  const parts = texts.map((text) => {
    const part = placeholders.restore(text);
    const parsed = readMustacheTags(part);
    const isSame = parsed.ok && namesOf(parsed.tags) === namesOf(placeholders.tagsIn(text));
    return isSame && problemsOfTags(parsed.tags).length === 0 ? tokensOf(part) : null;
  });
  const [headPart, bodyPart, htmlAttributes, bodyAttributes] = parts;
  if (!headPart || !bodyPart || !htmlAttributes || !bodyAttributes) return null;
  const left = new Set([...findTags(body, placeholders).keys()].map((index) => tags[index]?.name));
  return {
    head: headPart,
    body: bodyPart,
    htmlAttributes,
    bodyAttributes,
    hasTitle: head.childNodes.some(({ nodeName }) => nodeName === "title"),
    pageParts: PAGE_PARTS.filter((pagePart) => left.has(pagePart)),
  };
}

function namesOf(tags: readonly MustacheTag[]): string {
  return tags.map(({ type, name }) => `${type} ${name}`).join("\n");
}

/** The attributes of an element as HTML, each after a space. */
function attributesOf({ attrs }: Element): string {
  const holder = defaultTreeAdapter.createDocumentFragment();
  defaultTreeAdapter.appendChild(holder, defaultTreeAdapter.createElement("br", HTML, attrs));
  return serialize(holder).slice("<br".length, -">".length);
}

const HTML = "http://www.w3.org/1999/xhtml" as Element["namespaceURI"];
