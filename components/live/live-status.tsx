import { cn } from "@/components/ui/class-names";

type LiveStatusProps = { ageSeconds: number | null; isStale: boolean; hasFailed: boolean };

/** Says how old the figures are, and when they stopped coming. */
export function LiveStatus({ ageSeconds, isStale, hasFailed }: LiveStatusProps) {
  const isLost = isStale || hasFailed;
  return (
    <p className="figures flex items-center gap-2 text-xs text-muted">
      <span
        aria-hidden
        className={cn("size-2 rounded-full", isLost ? "rounded-none bg-warning" : "bg-success")}
      />
      <span role="status" className="sr-only">
        {isLost ? "Figures have stopped updating." : ""}
      </span>
      {words(ageSeconds, isStale, hasFailed)}
    </p>
  );
}

function words(ageSeconds: number | null, isStale: boolean, hasFailed: boolean): string {
  if (hasFailed) return "No response yet, retrying";
  if (ageSeconds === null) return "Waiting for the first figures";
  return isStale
    ? `No response for ${ageSeconds} s, retrying`
    : `Live · updated ${ageSeconds} s ago`;
}
