"use client";

import { Dices } from "lucide-react";
import { useState } from "react";
import { DrawValueForm } from "@/components/draw/draw-value-form";
import { Dialog } from "@/components/shared/dialog";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { DrawView } from "@/lib/services/draw/draw-view";
import type { TypeDrawValueInput } from "@/lib/services/draw/schemas";
import type { EventView } from "@/lib/services/event/event-view";

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
      <Dialog title="Draw the pre-queue" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <div className="flex flex-col gap-4">
          {draw.frozen === null ? (
            <p className="text-sm text-muted">
              The members are frozen three seconds after the start; until then a value is refused.
            </p>
          ) : null}
          <DrawValueForm event={event} draw={draw} typeDrawValue={typeDrawValue} />
        </div>
      </Dialog>
    </>
  );
}
