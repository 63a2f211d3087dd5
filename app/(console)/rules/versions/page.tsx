import { Layers } from "lucide-react";
import type { Metadata } from "next";
import { VersionTable } from "@/components/rules/version-table";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listPublications } from "@/lib/services/publication/list";
import { requireCaller } from "../../guard";

export const metadata: Metadata = { title: "Versions" };

export default async function VersionsPage() {
  const { context } = await requireCaller();
  const versions = await listPublications(context);
  return (
    <>
      <PageHeader
        title="Versions"
        description="What connectors were given, and when. A version never changes."
        parent={{ label: "Rules", href: "/rules" }}
      />
      {versions.length === 0 ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState
            icon={Layers}
            title="Nothing published yet"
            action={<ButtonLink href="/rules">Go to the rules</ButtonLink>}
          >
            Publishing freezes the rules as they are into a version that connectors pull.
          </EmptyState>
        </section>
      ) : (
        <VersionTable versions={versions} />
      )}
    </>
  );
}
