import { Skeleton } from "@/components/ui/skeleton";

/** The shape of a form that is being loaded. */
export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <div
      aria-hidden
      className="flex max-w-2xl flex-col gap-5 rounded-3xl bg-surface p-4 shadow-surface"
    >
      {Array.from({ length: fields }, (_, field) => `field-${field}`).map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  );
}
