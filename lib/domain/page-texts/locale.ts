/** How a visitor's region writes a language: the first of their tags that is in it, such as `de-CH`; else the language. */
export function localeOf(tags: readonly string[], language: string): string {
  return tags.find((tag) => tag.split("-")[0] === language) ?? language;
}
