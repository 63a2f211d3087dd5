import { GripVertical } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { cn } from "@/components/ui/class-names";
import type { RuleOrder } from "./use-rule-order";

type DragHandleProps = {
  rule: { readonly id: string; readonly name: string };
  /** Where it stands, and where it is shown while it is in hand. */
  index: number;
  order: RuleOrder;
  describedBy: string;
};

/** Takes a rule up, by mouse, finger or keyboard, and puts it down elsewhere. */
export function DragHandle({ rule, index, order, describedBy }: DragHandleProps) {
  const { held } = order;
  const isHeld = held?.id === rule.id;
  const onKeyDown = (event: KeyboardEvent) => {
    if (obeyKey(order, index, event.key)) event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    order.pickUp(index);
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || held === null) return;
    const to = placeUnder(event.currentTarget, event.clientY);
    if (to !== null) order.moveTo(to);
  };
  return (
    <button
      type="button"
      data-handle={rule.id}
      aria-label={`Move ${rule.name}`}
      aria-describedby={describedBy}
      aria-pressed={isHeld}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => order.drop()}
      onPointerCancel={() => order.putBack()}
      onBlur={() => order.putBack()}
      className={cn(
        "flex size-8 shrink-0 touch-none items-center justify-center rounded-lg text-muted outline-none hover:bg-surface-secondary hover:text-foreground focus-visible:focus-ring",
        isHeld ? "cursor-grabbing bg-surface-secondary text-foreground" : "cursor-grab",
      )}
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}

/** Does what a key asks for; false where it asks for nothing here. */
function obeyKey(order: RuleOrder, index: number, key: string): boolean {
  const { held } = order;
  const isTaking = key === " " || key === "Enter";
  if (held === null) {
    if (isTaking) order.pickUp(index);
    return isTaking;
  }
  const places = new Map([
    ["ArrowUp", held.to - 1],
    ["ArrowDown", held.to + 1],
    ["Home", 0],
    ["End", order.rules.length - 1],
  ]);
  const place = places.get(key);
  if (place !== undefined) order.moveTo(place);
  else if (isTaking) order.drop();
  else if (key === "Escape") order.putBack();
  else return false;
  return true;
}

/** The place, as it is shown, of the row that the pointer is over: the first or last one beyond the list. */
function placeUnder(handle: HTMLElement, y: number): number | null {
  const tops = [...(handle.closest("ol")?.children ?? [])]
    .map((row) => row.getBoundingClientRect().top)
    .sort((a, b) => a - b);
  return tops.length === 0
    ? null
    : Math.max(
        tops.findLastIndex((top) => y >= top),
        0,
      );
}
