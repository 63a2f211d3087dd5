import { PageSkeleton } from "@/components/shared/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** What stands where a page of the documentation is on its way. */
export function DocsLoading() {
  return (
    <PageSkeleton>
      <div aria-hidden className="flex max-w-prose flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </PageSkeleton>
  );
}
