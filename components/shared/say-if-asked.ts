import { toast } from "@/components/ui/toast";
import { isAsked } from "@/lib/domain/approval/approval";

/** Says it where a second person has to approve first what was asked for. True when so: nothing was done yet. */
export function sayIfAsked(answer: unknown): boolean {
  if (!isAsked(answer)) return false;
  toast.info("A second person has to approve this", {
    note: "Those who may were told. You find the request under Approvals.",
  });
  return true;
}
