import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** The header of a page that is being loaded; the shape of its content goes inside. */
export function PageSkeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div aria-hidden className="mb-5 flex flex-col gap-2">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      {children}
    </div>
  );
}
