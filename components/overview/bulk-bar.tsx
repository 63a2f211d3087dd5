import { plural } from "@/components/shared/format";
import { Button } from "@/components/ui/button";
import { BULK_MAX, type BulkAct } from "@/lib/domain/overview/bulk";

type BulkBarProps = { count: number; ask: (act: BulkAct) => void; clear: () => void };

/** What can be done with the events that are chosen. */
export function BulkBar({ count, ask, clear }: BulkBarProps) {
  return (
    <section
      aria-label="Selected events"
      className="flex flex-wrap items-center gap-2 border-b border-separator bg-accent-soft px-4 py-2"
    >
      <p role="status" className="figures mr-auto text-sm font-medium">
        {plural(count, "event")} selected{count >= BULK_MAX ? " (maximum)" : ""}
      </p>
      <Button size="sm" variant="secondary" onClick={() => ask("pause")}>
        Pause
      </Button>
      <Button size="sm" variant="secondary" onClick={() => ask("resume")}>
        Resume
      </Button>
      <Button size="sm" variant="secondary" onClick={() => ask("message")}>
        Message visitors
      </Button>
      <Button size="sm" variant="ghost" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
}
