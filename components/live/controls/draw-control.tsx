import { Dices } from "lucide-react";
import { useState } from "react";
import { DrawValueForm } from "@/components/draw/draw-value-form";
import { Dialog } from "@/components/shared/dialog";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { DrawView } from "@/lib/services/event/draw/draw-view";
import type { TypeDrawValueInput } from "@/lib/services/event/draw/schemas";
import type { EventView } from "@/lib/services/event/settings/event-view";

type DrawControlProps = {
  event: EventView;
  draw: DrawView | null;
  typeDrawValue: Action<TypeDrawValueInput, { readonly value: string }>;
};

/** Draws now, where the value of the draw is typed in; a beacon's draw runs by itself. */
export function DrawControl({ event, draw, typeDrawValue }: DrawControlProps) {
  const [isOpen, setOpen] = useState(false);
  if (draw?.source.type !== "typed" || event.status !== "open" || draw.label !== null) return null;
  return (
    <>
      <Button fullWidth variant="secondary" onClick={() => setOpen(true)}>
        <Dices aria-hidden />
        Draw now
      </Button>
      <Dialog title="Run the draw" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <div className="flex flex-col gap-4">
          {draw.frozen === null ? (
            <p className="text-sm text-muted">
              You can enter a value three seconds after the start, once entries have closed.
            </p>
          ) : null}
          <DrawValueForm event={event} draw={draw} typeDrawValue={typeDrawValue} />
        </div>
      </Dialog>
    </>
  );
}
