import type { Metadata } from "next";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { VisitorSearch } from "@/components/visitors/visitor-search";
import { requireCaller } from "../guard";
import { visitorActions } from "./visitor-actions";

export const metadata: Metadata = { title: "Find a visitor" };

type VisitorsPageProps = { searchParams: Promise<{ event?: string; code?: string }> };

export default async function VisitorsPage({ searchParams }: VisitorsPageProps) {
  const { event, code } = await searchParams;
  const { can } = await requireCaller();
  return (
    <>
      <PageHeader
        title="Find a visitor"
        description={
          <>
            Search all events by support code, queue ID, e-mail address or enqueue-token key.{" "}
            <DocsLink page="reports#a-visitors-story">What is stored about a visitor</DocsLink>
          </>
        }
      />
      <VisitorSearch
        named={event === undefined || code === undefined ? null : { eventId: event, code }}
        actions={visitorActions(can)}
      />
    </>
  );
}
