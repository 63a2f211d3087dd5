import type { Metadata } from "next";
import { connection } from "next/server";
import { ReadinessList } from "@/components/readiness/readiness-list";
import { getReadiness } from "@/lib/services/sites/readiness/get-readiness";
import { load, requireCaller } from "../../../guard";

export const metadata: Metadata = { title: "Readiness" };

type ReadinessPageProps = { params: Promise<{ eventId: string }> };

export default async function ReadinessPage({ params }: ReadinessPageProps) {
  await connection();
  const { eventId } = await params;
  const { context } = await requireCaller();
  const checks = await load(getReadiness(context, { eventId }));
  return <ReadinessList checks={checks} lookedAt={new Date().toISOString()} />;
}
