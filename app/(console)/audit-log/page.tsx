import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { AuditChain } from "@/components/audit-log/audit-chain";
import { AuditFilter, type AuditFilterValues } from "@/components/audit-log/audit-filter";
import { AuditList } from "@/components/audit-log/audit-list";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { auditFilterInput } from "@/lib/services/installation/audit/filter";
import { getAuditHead } from "@/lib/services/installation/audit/head";
import { listAudit } from "@/lib/services/installation/audit/list";
import { listMembers } from "@/lib/services/people/membership/list";
import { requireCaller } from "../guard";
import { checkAuditAction, mailAuditHeadAction } from "./actions";

export const metadata: Metadata = { title: "Audit log" };

type AuditLogPageProps = {
  searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
};

const NAMES = ["search", "actor", "area", "eventId", "from", "until", "session"] as const;

const PROGRAMS = [
  { value: "worker", label: "Stanchion (automatic)" },
  { value: "installation", label: "The installation" },
];

export default async function AuditLogPage({ searchParams }: AuditLogPageProps) {
  const asked = await searchParams;
  const text = (name: string) => {
    const value = asked[name];
    return typeof value === "string" ? value : "";
  };
  const { context } = await requireCaller();
  const given = Object.fromEntries(
    NAMES.map((name) => [name, text(name)] as const).filter(([, value]) => value !== ""),
  );
  // What somebody has typed into the address is no reason for an error.
  const filter = auditFilterInput.safeParse(given).data ?? {};
  const after = text("after");
  const [page, head, members, events] = await Promise.all([
    listAudit(context, { ...filter, ...(after === "" ? {} : { after }) }),
    getAuditHead(context),
    listMembers(context),
    listEventNames(context),
  ]);
  const { search = "", actor = "", area = "", eventId = "" } = filter;
  const { from = "", until = "", session = "" } = filter;
  const values: AuditFilterValues = { search, actor, area, eventId, from, until, session };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  const pageAfter = (id: string) => `/audit-log?${new URLSearchParams([...query, ["after", id]])}`;
  return (
    <>
      <PageHeader title="Audit log" description="Who did what, in a tamper-evident log." />
      <AuditChain head={head} check={checkAuditAction} mail={mailAuditHeadAction} />
      <AuditFilter
        key={query.toString()}
        values={values}
        people={[
          ...members.map(({ userId, name }) => ({ value: userId, label: name })),
          ...PROGRAMS,
        ]}
        events={events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
      />
      {page.entries.length === 0 ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState icon={ScrollText} title="No entries">
            {query.size > 0
              ? "No entries match. Change or clear the filters."
              : "Changes to events, rules, secrets and members appear here."}
          </EmptyState>
        </section>
      ) : (
        <AuditList entries={page.entries} />
      )}
      <nav aria-label="Pages of the audit log" className="mt-4 flex justify-between">
        {after === "" ? (
          <span />
        ) : (
          <ButtonLink href={`/audit-log?${query}`} variant="tertiary">
            Newest entries
          </ButtonLink>
        )}
        {page.next === null ? null : (
          <ButtonLink href={pageAfter(page.next)} variant="tertiary">
            Older entries
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
