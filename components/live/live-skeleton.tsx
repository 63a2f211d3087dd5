import { Skeleton } from "@/components/ui/skeleton";

const METRICS = ["waiting", "admitted", "wait", "serving", "joined"];

/** The shape of the live view while it is being loaded. */
export function LiveSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-64" />
      <div className="grid grid-cols-2 rounded-3xl bg-surface shadow-surface lg:grid-cols-5">
        {METRICS.map((metric) => (
          <div key={metric} className="flex flex-col gap-2 p-4">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-3 w-28" />
          </div>
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-96 rounded-3xl" />
        <Skeleton className="h-96 rounded-3xl" />
      </div>
    </div>
  );
}
