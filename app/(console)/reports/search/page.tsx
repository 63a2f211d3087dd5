import type { Metadata } from "next";
import { VisitorSearch } from "@/components/reports/visitor-search";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { requireCaller } from "../../guard";
import { cancelPlaceAction, findVisitorAction } from "../actions";

export const metadata: Metadata = { title: "Find a visitor" };

type SearchPageProps = { searchParams: Promise<{ event?: string; code?: string }> };

export default async function SearchPage({ searchParams }: SearchPageProps) {
  const { event, code } = await searchParams;
  const { context, can } = await requireCaller();
  const events = await listEventNames(context);
  return (
    <>
      <PageHeader
        title="Find a visitor"
        parent={{ label: "Reports", href: "/reports" }}
        description={
          <>
            Search by support code from the waiting page, or by queue ID.{" "}
            <DocsLink page="reports#a-visitors-story">What is stored about a visitor</DocsLink>
          </>
        }
      />
      <VisitorSearch
        events={events.map(({ eventId, name }) => ({ eventId, name }))}
        asked={{ eventId: event ?? "", code: code ?? "" }}
        find={findVisitorAction}
        cancel={can("event:operate") ? cancelPlaceAction : undefined}
      />
    </>
  );
}
