import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { readDocsPage } from "@/lib/docs/read-page";
import { renderDocsPage } from "@/lib/docs/render-page";
import { requireCaller } from "../../guard";

type DocsPageProps = { params: Promise<{ path?: string[] }> };

async function loadPage({ params }: DocsPageProps) {
  const path = (await params).path?.join("/") ?? "README";
  const markdown = await readDocsPage(path);
  return markdown === null ? null : renderDocsPage(markdown, path);
}

export async function generateMetadata(props: DocsPageProps): Promise<Metadata> {
  return { title: (await loadPage(props))?.title ?? "Documentation" };
}

/** The documentation of the version that runs, also where the internet cannot be reached. */
export default async function DocsPage(props: DocsPageProps) {
  await requireCaller();
  const page = await loadPage(props);
  if (page === null) notFound();
  return (
    <>
      <nav aria-label="Documentation" className="mb-3 text-note text-muted">
        <Link href="/docs" className="link-text">
          All pages of the documentation
        </Link>
      </nav>
      {/* Rendered from files of this package, in which no HTML stands as such. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <article className="docs" dangerouslySetInnerHTML={{ __html: page.html }} />
    </>
  );
}
