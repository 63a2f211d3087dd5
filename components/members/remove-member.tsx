import { Trash2 } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import type { Action } from "@/lib/http/action-result";
import type { MemberView } from "@/lib/services/people/membership/list";
import type { RemoveMemberInput } from "@/lib/services/people/membership/schemas";

type RemoveMemberProps = { member: MemberView; remove: Action<RemoveMemberInput, unknown> };

export function RemoveMember({ member, remove }: RemoveMemberProps) {
  return (
    <ConfirmButton
      isIconOnly
      trigger={<Trash2 aria-hidden />}
      triggerLabel={`Remove ${member.name}`}
      triggerVariant="ghost"
      title={`Remove ${member.name}?`}
      confirm="Remove member"
      run={() => remove({ membershipId: member.membershipId })}
    >
      They lose access immediately. Other customers are not affected.
    </ConfirmButton>
  );
}
