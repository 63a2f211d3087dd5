import type { Metadata } from "next";
import { OperationList } from "@/components/docs/operation-list";
import { readOperations } from "@/lib/docs/read-operations";
import { requireCaller } from "../../../guard";

export const metadata: Metadata = { title: "API reference" };

export default async function OperationsPage() {
  await requireCaller();
  return <OperationList operations={await readOperations()} />;
}
