import { Marked, type Tokens } from "marked";

/** A page of the documentation as HTML, and its title. */
export type DocsPage = { readonly title: string; readonly html: string };

/**
 * Renders a page of our own documentation. Links between pages lead to `/docs`, headings can be linked to, and raw HTML
 * stands as it was typed: nothing in a page can run.
 */
export function renderDocsPage(markdown: string, path: string): DocsPage {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escapeHtml(headingId(text))}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(linkOf(href, folder))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ text }: Tokens.Image) => `<em>${escapeHtml(text)}</em>`,
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`,
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
        return `<div class="docs-table" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  const title = /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? "Documentation";
  return { title, html: marked.parse(markdown, { async: false }) };
}

/** As GitHub makes it, so that the same links work there. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A link to another page of `docs` leads to it here; one to a file of the sources leads nowhere but to the overview. */
function linkOf(href: string, folder: string): string {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `https://docs.invalid/docs/${folder}`);
  if (!pathname.startsWith("/docs/") || !pathname.endsWith(".md")) return "/docs";
  const path = pathname.slice(0, -".md".length);
  return `${path === "/docs/README" ? "/docs" : path}${hash}`;
}

function escapeHtml(text: string): string {
  const codes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => codes[sign] ?? sign);
}
