import { TableSkeleton } from "@/components/shared/table-skeleton";

export default function Loading() {
  return <TableSkeleton />;
}
