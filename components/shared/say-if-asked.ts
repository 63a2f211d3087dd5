import { toast } from "@/components/ui/toast";
import { isAsked } from "@/lib/domain/approval/approval";
import type { ActionResult } from "@/lib/http/action-result";

/** Says it where a second person has to approve first what was asked for. True when so: nothing was done yet. */
export function sayIfAsked(answer: unknown): boolean {
  const wasAsked = isAsked(answer);
  if (wasAsked) say();
  return wasAsked;
}

/** The same for the refusal of a verb that answers nothing else when it was only asked for. */
export function sayIfApprovalRequired(result: ActionResult<unknown>): boolean {
  const isRequired = !result.ok && result.error.code === "approval_required";
  if (isRequired) say();
  return isRequired;
}

function say(): void {
  toast.info("Sent for approval", {
    note: "Approvers have been notified. Track the request under Approvals.",
  });
}
