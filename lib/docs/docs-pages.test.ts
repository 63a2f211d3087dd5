import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { readDocsPage } from "./read-page";
import { headingId, renderDocsPage } from "./render-page";

test("a page is rendered with links that work here, and headings that can be linked to", () => {
  const { title, html } = renderDocsPage(
    "# The draw\n\n## How it is checked: step 1\n\n[the log](../audit.md#rows), [here](node.md), [code](../../lib/x.ts), [out](https://a.example)",
    "connectors/server",
  );
  expect(title).toBe("The draw");
  expect(html).toContain('<h2 id="how-it-is-checked-step-1">');
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    "/docs/audit#rows",
    "/docs/connectors/node",
    "/docs",
    "https://a.example",
  ]);
});

test("nothing in a page can run", () => {
  const { html } = renderDocsPage("<script>x()</script>\n\na <b onclick=x>b</b> `<i>`", "a");
  expect(html).not.toMatch(/<script|<b /);
  expect(html).toContain("&lt;script&gt;");
});

test("only pages of the documentation can be read", async () => {
  expect(await readDocsPage("draw")).toContain("# ");
  for (const path of [
    "../package",
    "draw.md",
    "/etc/passwd",
    "..%2fREADME",
    "errors/../../README",
    "gone",
    "errors",
  ]) {
    expect(await readDocsPage(path), path).toBeNull();
  }
});

/** Each `<DocsLink page="…">` of the console. */
function linkedPages(): string[] {
  return ["app", "components"].flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) => {
        const text = readFileSync(projectPath(folder, file), "utf8");
        return [...text.matchAll(/<DocsLink[^>]*?\spage="([^"]+)"/g)].map(([, page]) => page ?? "");
      }),
  );
}

test("each link of the console leads to a page and a heading that are there", async () => {
  const pages = linkedPages();
  expect(pages.length).toBeGreaterThan(3);
  for (const link of pages) {
    const [path = "", heading] = link.split("#");
    const text = await readDocsPage(path);
    expect(text, `docs/${path}.md`).not.toBeNull();
    if (heading === undefined) continue;
    const headings = [...(text ?? "").matchAll(/^#+\s+(.+)$/gm)].map(([, one]) =>
      headingId(one ?? ""),
    );
    expect(headings, join("docs", link)).toContain(heading);
  }
});
