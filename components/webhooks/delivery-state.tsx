import { Chip } from "@/components/ui/chip";
import type { DeliveryView } from "@/lib/services/sites/webhook/delivery-view";

/** States of a delivery, as screens say them. */
export const STATE_WORDS = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
  skipped: "Skipped",
} as const satisfies Readonly<Record<DeliveryView["state"], string>>;

const COLORS = {
  pending: "warning",
  delivered: "success",
  failed: "danger",
  skipped: "default",
} as const;

/** How far a delivery is. */
export function DeliveryState({ delivery: { state } }: { delivery: Pick<DeliveryView, "state"> }) {
  return (
    <Chip size="sm" variant="soft" color={COLORS[state]}>
      {STATE_WORDS[state]}
    </Chip>
  );
}
