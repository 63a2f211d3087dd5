import type { DocsPageName } from "./list-pages";

/** Folders whose pages say why, or explain one code: an assistant finds them from the pages that link to them. */
const DEEPER = /^(decisions|errors)\//;

/** `llms.txt` (llmstxt.org) of an installation: what it is, and each page of its documentation as Markdown. */
export function llmsText(pages: readonly DocsPageName[], consoleUrl: string): string {
  const lines = pages
    .filter(({ path }) => !DEEPER.test(path))
    .map(({ path, title }) => `- [${title}](${consoleUrl}/llms/${path}.md)`);
  return `# Stanchion

> A virtual waiting room: it holds visitors of a site in a fair line and lets them in at the rate the site can bear.

Programs use the [API](${consoleUrl}/llms/api/README.md), described by [OpenAPI](${consoleUrl}/api/v1/openapi.json). Assistants use ${consoleUrl}/api/v1/mcp with an API key ([how](${consoleUrl}/llms/api/assistants.md)).

## Documentation

${lines.join("\n")}
`;
}
