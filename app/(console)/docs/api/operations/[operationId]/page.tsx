import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationPage } from "@/components/docs/operation-page";
import { findOperation } from "@/lib/docs/read-operations";
import { env } from "@/lib/platform/env";
import { requireCaller } from "../../../../guard";

type OperationProps = { params: Promise<{ operationId: string }> };

async function loadOperation({ params }: OperationProps) {
  return findOperation((await params).operationId);
}

export async function generateMetadata(props: OperationProps): Promise<Metadata> {
  return { title: (await loadOperation(props))?.summary ?? "API reference" };
}

export default async function OperationReferencePage(props: OperationProps) {
  await requireCaller();
  const operation = await loadOperation(props);
  if (operation === null) notFound();
  return <OperationPage operation={operation} consoleUrl={env.consoleUrl()} />;
}
