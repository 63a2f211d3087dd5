import { FormSkeleton } from "@/components/shared/form-skeleton";
import { PageSkeleton } from "@/components/shared/page-skeleton";
import { TableSkeleton } from "@/components/shared/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton>
      <div className="flex flex-col gap-4">
        <TableSkeleton rows={3} columns={3} />
        <FormSkeleton fields={2} />
      </div>
    </PageSkeleton>
  );
}
