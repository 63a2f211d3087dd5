import type { Metadata } from "next";
import { Notice } from "@/components/shared/notice";
import { VisitorList } from "@/components/visitors/visitor-list";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { listVisitors, type VisitorPage } from "@/lib/services/operation/report/list-visitors";
import {
  type ListVisitorsInput,
  listVisitorsInput,
} from "@/lib/services/operation/report/visitor-inputs";
import { load, requireCaller } from "../../../guard";

export const metadata: Metadata = { title: "Visitors" };

type VisitorsPageProps = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function VisitorsPage({ params, searchParams }: VisitorsPageProps) {
  const { eventId } = await params;
  const { show, lane, from } = await searchParams;
  const { context } = await requireCaller();
  // What an address has that no page has is the same as none.
  const read = listVisitorsInput.safeParse({ eventId, show, lane, from });
  const asked = read.success ? read.data : listVisitorsInput.parse({ eventId });
  const listed = await listOf(context, asked);
  if (listed === null) {
    return (
      <Notice tone="danger">
        The line can’t be reached. Visitors keep their places. Try again shortly.
      </Notice>
    );
  }
  return <VisitorList {...listed} />;
}

type Listed = { readonly asked: ListVisitorsInput; readonly page: VisitorPage };

/** Of the first lane where the event has none of that name any more; null while the line cannot be asked. */
function listOf(context: ServiceContext, asked: ListVisitorsInput): Promise<Listed | null> {
  const { eventId, show, lane } = asked;
  return load(listVisitors(context, asked)).then(
    (page) => ({ asked, page }),
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === "unavailable") return null;
      if (error.code === "invalid" && lane !== undefined) return listOf(context, { eventId, show });
      throw error;
    },
  );
}
