import { OctagonPause } from "lucide-react";
import type { Suspension } from "@/lib/domain/event/standing";

const EFFECTS: Record<Suspension, string> = {
  hold: "nobody is admitted, and waiting visitors keep their places",
  "let-through": "open events let everyone through",
};

/** Says what whoever runs the installation has done with the customer's events, and what follows from it. */
export function SuspensionBanner(props: { customer: string; suspension: Suspension }) {
  const { customer, suspension } = props;
  return (
    <aside
      aria-label="Suspension"
      className="flex items-start gap-2 border-b border-border bg-danger-soft px-4 py-1.5 text-xs text-danger-soft-foreground lg:px-8"
    >
      <OctagonPause aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 break-words">
        {customer} is suspended: {EFFECTS[suspension]}. Open events can only be stopped. Contact
        your administrator.
      </p>
    </aside>
  );
}
