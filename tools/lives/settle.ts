import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { setStock } from "@/lib/services/event/control/set-stock";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { Life } from "./life";
import { BrokenPromise } from "./witness";

/** Whoever waits hears within so long that nothing holds them back any more, and is in. */
const HEARD_MS = 12 * 60_000;

/**
 * Takes away what holds people back, as an operator may at any time while a run lasts: whoever still waits, as the page
 * told them to, is let in. Does nothing for an event that is over or has not begun.
 */
export async function settle(life: Life): Promise<void> {
  await life.count();
  const { view } = life;
  if (view?.status !== "open" || view.kind === "scheduled" || view.schedules.length > 0) return;
  const { context, eventId } = life;
  await life.act("endLetThrough", () => endLetThrough(context, { eventId }));
  await life.act("resumeEvent", () => resumeEvent(context, { eventId }));
  await life.act("setSoftBlock", () => setSoftBlock(context, { eventId, isOn: false }));
  await life.act("grantSlots", () => grantSlots(context, { eventId, slots: null }));
  await life.act("setStock", () => setStock(context, { eventId, kind: "none" }));
  await life.act("updateEvent", () =>
    updateEvent(context, {
      ...{ eventId, method: "fifo", outflowPerMinute: 600 },
      ...{ activeCap: null, lineLimit: null, safetyNetActive: null, admission: null },
    }),
  );
  const waiting = () => life.visitors.filter((one) => life.isOwedAdmission(one));
  await life.pass(HEARD_MS, () => waiting().length === 0);
  await life.count();
  const [left] = waiting();
  if (left === undefined) return;
  throw new BrokenPromise(
    `${left.name} is not let in, though nothing holds them back: the page says ${left.says}.`,
  );
}
