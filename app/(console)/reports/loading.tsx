import { PageSkeleton } from "@/components/shared/page-skeleton";
import { TableSkeleton } from "@/components/shared/table-skeleton";

export default function ReportsLoading() {
  return (
    <PageSkeleton>
      <TableSkeleton rows={6} />
    </PageSkeleton>
  );
}
