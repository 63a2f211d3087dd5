import { ChartNoAxesCombined } from "lucide-react";
import type { Metadata } from "next";
import { MailSwitch } from "@/components/reports/mail-switch";
import { RunTable } from "@/components/reports/run-table";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listRuns } from "@/lib/services/operation/report/list";
import { getReportMails } from "@/lib/services/operation/report/set-mails";
import { requireCaller } from "../guard";
import { setReportMailsAction } from "./actions";

export const metadata: Metadata = { title: "Reports" };

type ReportsPageProps = { searchParams: Promise<{ after?: string }> };

export default async function ReportsPage({ searchParams }: ReportsPageProps) {
  const { after } = await searchParams;
  const { context, can } = await requireCaller();
  const [page, { isOn: isMailed }] = await Promise.all([
    listRuns(context, after === undefined ? { limit: 30 } : { limit: 30, cursor: after }),
    getReportMails(context),
  ]);
  return (
    <>
      <PageHeader
        title="Reports"
        description={
          <>
            How each run went, and whether it was fair.{" "}
            <DocsLink page="reports">About reports</DocsLink>
          </>
        }
        actions={
          <ButtonLink href="/visitors" variant="secondary">
            Find a visitor
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-4">
        {page.items.length === 0 ? (
          <section className="rounded-3xl bg-surface shadow-surface">
            <EmptyState icon={ChartNoAxesCombined} title="No runs yet">
              Each start of an event begins a run. Its report appears after the first minute and is
              complete a minute after the end.
            </EmptyState>
          </section>
        ) : (
          <RunTable runs={page.items} />
        )}
        <nav aria-label="Pages of reports" className="flex justify-between">
          {after === undefined ? (
            <span />
          ) : (
            <ButtonLink href="/reports" variant="tertiary">
              Newest runs
            </ButtonLink>
          )}
          {page.nextCursor === null ? null : (
            <ButtonLink
              href={`/reports?${new URLSearchParams({ after: page.nextCursor })}`}
              variant="tertiary"
            >
              Older runs
            </ButtonLink>
          )}
        </nav>
        <MailSwitch
          isOn={isMailed}
          setMails={can("report:publish") ? setReportMailsAction : undefined}
        />
      </div>
    </>
  );
}
