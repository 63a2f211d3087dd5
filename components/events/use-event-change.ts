import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sayIfApprovalRequired } from "@/components/shared/say-if-asked";
import { toast } from "@/components/ui/toast";
import { type Asked, isAsked } from "@/lib/domain/approval/approval";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { eventLiveKey } from "./event-live-query";
import type { ChangeStage } from "./in-force";
import { timelineKey } from "./use-timeline";

/**
 * Runs a change of an event and follows it from saving to sent. The live figures tell when it is in force. A refusal
 * is a toast, or left to the form that shows it beside its fields.
 */
export function useEventChange(eventId: string) {
  const [change, setChange] = useState<ChangeStage>({ stage: "idle" });
  const queryClient = useQueryClient();
  const router = useRouter();
  const run = async <Answer extends EventView | Asked>(
    act: () => Promise<ActionResult<Answer>>,
    where: "toast" | "form" = "toast",
  ): Promise<ActionResult<Answer>> => {
    setChange({ stage: "saving" });
    const result = await act().catch(() => null);
    if (result === null || !result.ok) {
      setChange({ stage: "idle" });
      const error = result?.error ?? { code: "offline", message: "The console is not responding." };
      const refused = { ok: false, error } as const;
      if (error.code === "approval_required") router.refresh();
      if (where === "toast" && !sayIfApprovalRequired(refused)) toast.danger(error.message);
      return refused;
    }
    const data: EventView | Asked = result.data;
    if (isAsked(data)) {
      setChange({ stage: "idle" });
      router.refresh();
      return result;
    }
    // A poll that is under way would show the event as it was before the change.
    await queryClient.cancelQueries({ queryKey: eventLiveKey(eventId) });
    setChange({ stage: "sent", settingsVersion: data.settingsVersion });
    queryClient.setQueryData<EventLive>(eventLiveKey(eventId), (live) =>
      live === undefined ? live : { ...live, event: data },
    );
    void queryClient.invalidateQueries({ queryKey: timelineKey(eventId) });
    router.refresh();
    return result;
  };
  return { change, run };
}
