import { ConfirmButton } from "@/components/shared/confirm-button";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { StaffLinkIdInput } from "@/lib/services/event/staff-link/schemas";
import type { ShownStaffLink } from "./staff-link-panel";

type StaffLinkStateProps = {
  link: ShownStaffLink;
  canWrite: boolean;
  revoke: Action<StaffLinkIdInput, unknown>;
};

/** Whether a link still works; only then can it be revoked. */
export function StaffLinkState({ link, canWrite, revoke }: StaffLinkStateProps) {
  const ended = endOf(link);
  if (ended !== null || !canWrite) {
    return (
      <Chip size="sm" variant="soft" color={ended === null ? "success" : "default"}>
        {ended ?? "Active"}
      </Chip>
    );
  }
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerLabel={`Revoke the link for ${link.label}`}
      title="Revoke this staff link?"
      confirm="Revoke link"
      run={() => revoke({ staffLinkId: link.id })}
    >
      “{link.label}” stops working permanently. People who already used it stay on the site until
      their session ends.
    </ConfirmButton>
  );
}

function endOf(link: ShownStaffLink): string | null {
  if (link.revokedAt !== null) return "Revoked";
  return link.isExpired ? "Expired" : null;
}
