import { formatSecond } from "@/components/shared/format";
import { useZone } from "@/components/shared/zone";
import { cn } from "@/components/ui/class-names";
import type { AlertNews } from "./use-alerts";

/** What began and what is over since the page was opened, in a line each; what is new is read aloud. */
export function AlertNewsList({
  news,
  className,
}: {
  news: readonly AlertNews[];
  className?: string;
}) {
  const zone = useZone();
  return (
    <div role="status" className={cn("figures flex flex-col gap-0.5 empty:sr-only", className)}>
      {news.map(({ key, text, hasEnded, atMs }) => (
        <p key={`${key} ${hasEnded} ${atMs}`}>
          <span className="text-muted">{formatSecond(atMs, zone)}</span>{" "}
          {hasEnded ? `Resolved: ${text}` : text}
        </p>
      ))}
    </div>
  );
}
