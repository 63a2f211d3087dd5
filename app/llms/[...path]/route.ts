import { readDocsPage } from "@/lib/docs/read-page";

type Asked = { params: Promise<{ path: string[] }> };

/** A page of the documentation as Markdown, such as `/llms/draw.md`. */
export async function GET(_request: Request, { params }: Asked): Promise<Response> {
  const path = (await params).path.join("/");
  const markdown = path.endsWith(".md") ? await readDocsPage(path.slice(0, -".md".length)) : null;
  if (markdown === null) return new Response("There is no such page.\n", { status: 404 });
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": "public, max-age=300",
  };
  return new Response(markdown, { headers });
}
