import { cn } from "./class-names";

/** The shape of something that is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cn("skeleton", className)} />;
}
