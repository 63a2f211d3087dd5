import { FormSkeleton } from "@/components/shared/form-skeleton";
import { PageSkeleton } from "@/components/shared/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton>
      <FormSkeleton />
    </PageSkeleton>
  );
}
