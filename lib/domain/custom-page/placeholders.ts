import type { MustacheTag } from "./mustache-tags";

/** How a tag of Mustache is written while the template is read as HTML. */
export type Written = "word" | "comment" | "nothing";

/**
 * Stands in for tags of Mustache, which are no HTML, while a template is read as HTML: a word that the template
 * does not have, or a comment, which may stand where text may not.
 */
export class Placeholders {
  private readonly mark: string;
  private readonly source: string;
  private readonly tags: readonly MustacheTag[];

  constructor(source: string, tags: readonly MustacheTag[]) {
    this.source = source;
    this.tags = tags;
    const small = source.toLowerCase();
    let nonce = 0;
    while (small.includes(`mustache${nonce}x`)) nonce += 1;
    this.mark = `mustache${nonce}x`;
  }

  /** The template as HTML, and for each place in it the one in the source. */
  write(writtenAs: (index: number) => Written) {
    const parts: string[] = [];
    const moved: { readonly at: number; readonly by: number }[] = [];
    let [at, length] = [0, 0];
    this.tags.forEach((tag, index) => {
      const before = this.source.slice(at, tag.start);
      const as = writtenAs(index);
      const word = as === "nothing" ? "" : `${this.mark}${index}y`;
      const text = as === "comment" ? `<!--${word}-->` : word;
      parts.push(before, text);
      length += before.length + text.length;
      at = tag.end;
      moved.push({ at: length, by: tag.end - length });
    });
    parts.push(this.source.slice(at));
    const offsetInSource = (offset: number) => {
      let [low, high] = [0, moved.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((moved[middle]?.at ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return offset + (moved[low - 1]?.by ?? 0);
    };
    return { html: parts.join(""), offsetInSource };
  }

  /** Which tags a text of the parsed page stands for, in order. */
  indexesIn(text: string): number[] {
    if (!text.includes(this.mark)) return [];
    return [...text.matchAll(new RegExp(`${this.mark}(\\d+)y`, "g"))].map(([, index]) =>
      Number(index),
    );
  }

  /** The tags that a text of the parsed page stands for, in order. */
  tagsIn(text: string): MustacheTag[] {
    return this.indexesIn(text).flatMap((index) => this.tags[index] ?? []);
  }

  /** Braces as words: next to a tag they would make another tag. */
  withoutBraces(text: string): string {
    return text.replaceAll("{", `${this.mark}oy`).replaceAll("}", `${this.mark}cy`);
  }

  /** Serialised HTML with the tags in their places again, each written in one way only. */
  restore(html: string): string {
    const words = new RegExp(`<!--${this.mark}(\\d+)y-->|${this.mark}(\\d+|o|c)y`, "g");
    return html.replace(words, (_, comment: string | undefined, word: string | undefined) => {
      const found = comment ?? word ?? "";
      if (found === "o") return "&#123;";
      if (found === "c") return "&#125;";
      return tagText(this.tags[Number(found)]);
    });
  }
}

const SIGILS = { open: "#", inverted: "^", close: "/", variable: "" } as const;

function tagText(tag: MustacheTag | undefined): string {
  if (tag === undefined || tag.type === "comment") return "";
  if (tag.type === "unescaped") return `{{{${tag.name}}}}`;
  return `{{${SIGILS[tag.type]}${tag.name}}}`;
}
