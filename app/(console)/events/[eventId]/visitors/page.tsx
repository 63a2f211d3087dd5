import type { Metadata } from "next";
import { VisitorList } from "@/components/visitors/visitor-list";
import { listVisitors } from "@/lib/services/operation/report/list-visitors";
import { listVisitorsInput } from "@/lib/services/operation/report/visitor-inputs";
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
  const page = await load(listVisitors(context, asked));
  return <VisitorList asked={asked} page={page} />;
}
