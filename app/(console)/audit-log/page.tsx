import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { AuditList } from "@/components/audit-log/audit-list";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listAudit } from "@/lib/services/audit/list";
import { requireCaller } from "../guard";

export const metadata: Metadata = { title: "Audit log" };

type AuditLogPageProps = { searchParams: Promise<{ after?: string }> };

export default async function AuditLogPage({ searchParams }: AuditLogPageProps) {
  const { after } = await searchParams;
  const { context } = await requireCaller();
  const page = await listAudit(context, after === undefined ? {} : { after });
  return (
    <>
      <PageHeader title="Audit log" description="Who did what. Nothing in it can be changed." />
      {page.entries.length === 0 ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState icon={ScrollText} title="Nothing here">
            Every change of an event, a rule, a secret or a member is written down here.
          </EmptyState>
        </section>
      ) : (
        <AuditList entries={page.entries} />
      )}
      <nav aria-label="Pages of the audit log" className="mt-4 flex justify-between">
        {after === undefined ? (
          <span />
        ) : (
          <ButtonLink href="/audit-log" variant="tertiary">
            Newest entries
          </ButtonLink>
        )}
        {page.next === null ? null : (
          <ButtonLink
            href={`/audit-log?${new URLSearchParams({ after: page.next })}`}
            variant="tertiary"
          >
            Older entries
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
