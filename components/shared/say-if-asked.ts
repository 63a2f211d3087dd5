import { toast } from "@/components/ui/toast";
import { isAsked } from "@/lib/domain/approval/approval";

/** Says it where a second person has to approve first what was asked for. True when so: nothing was done yet. */
export function sayIfAsked(answer: unknown): boolean {
  if (!isAsked(answer)) return false;
  toast.info("Sent for approval", {
    note: "Approvers have been notified. Track the request under Approvals.",
  });
  return true;
}
