import { PageSkeleton } from "@/components/shared/page-skeleton";
import { TableSkeleton } from "@/components/shared/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton>
      <TableSkeleton rows={8} />
    </PageSkeleton>
  );
}
