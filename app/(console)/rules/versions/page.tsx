import { Layers } from "lucide-react";
import type { Metadata } from "next";
import { rolloutWords } from "@/components/rules/rollout-words";
import { VersionTable } from "@/components/rules/version-table";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { LISTED_MAX, listPublications } from "@/lib/services/sites/publication/list";
import { connectorsOrNull } from "../../connectors/connectors-or-null";
import { requireCaller } from "../../guard";

export const metadata: Metadata = { title: "Rules versions" };

const REFRESH_SECONDS = 20;

type VersionsPageProps = { searchParams: Promise<{ before?: string }> };

export default async function VersionsPage({ searchParams }: VersionsPageProps) {
  const { context } = await requireCaller();
  const asked = Number((await searchParams).before);
  const before = Number.isSafeInteger(asked) && asked > 0 ? asked : undefined;
  const [versions, [newest], connectors] = await Promise.all([
    listPublications(context, { before }),
    listPublications(context),
    connectorsOrNull(context),
  ]);
  const oldest = versions.at(-1)?.version ?? 1;
  const rollout = rolloutWords(newest?.version ?? null, connectors);
  return (
    <>
      <RefreshEvery seconds={REFRESH_SECONDS} />
      <PageHeader
        title="Versions"
        description={
          <>
            Every set of rules you published. Versions never change.{" "}
            <DocsLink page="rules#versions">About versions</DocsLink>
          </>
        }
        parent={{ label: "Rules", href: "/rules" }}
      />
      {newest === undefined ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState
            icon={Layers}
            title="Nothing published yet"
            action={<ButtonLink href="/rules">Go to the rules</ButtonLink>}
          >
            Publishing saves the rules as a version for connectors. Compare versions, see which
            connectors run them, and roll back.
          </EmptyState>
        </section>
      ) : (
        <>
          {rollout === null ? null : <p className="mb-3 text-sm">{rollout}</p>}
          <VersionTable versions={versions} newest={newest.version} connectors={connectors} />
          {versions.length === LISTED_MAX && oldest > 1 ? (
            <div className="mt-4 flex justify-center">
              <ButtonLink href={`/rules/versions?before=${oldest}`} variant="tertiary">
                Older versions
              </ButtonLink>
            </div>
          ) : null}
        </>
      )}
    </>
  );
}
