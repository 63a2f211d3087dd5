"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { SelectBox } from "@/components/shared/select-box";
import { useReauthenticate } from "@/components/shared/use-reauthenticate";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { MemberView } from "@/lib/services/membership/list";
import type { ChangeRoleInput } from "@/lib/services/membership/schemas";

type RoleSelectProps = {
  member: MemberView;
  /** What the caller may give. */
  roles: readonly Role[];
  changeRole: Action<ChangeRoleInput, unknown>;
};

/** Changes a member's role at once, and shows it at once. A refusal is shown, and the old role is back. */
export function RoleSelect({ member, roles, changeRole }: RoleSelectProps) {
  const router = useRouter();
  const reauthenticate = useReauthenticate();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(member.role);
  const change = (value: string) => {
    const role = roles.find((one) => one === value);
    if (role === undefined || role === member.role) return;
    startTransition(async () => {
      show(role);
      const { membershipId } = member;
      const result = await orOffline(reauthenticate(changeRole)({ membershipId, role }));
      if (!result.ok) toast.danger(result.error.message);
      router.refresh();
    });
  };
  return (
    <SelectBox
      label={`Role of ${member.name}`}
      hideLabel
      value={shown}
      options={roles.map((role) => ({ value: role, label: role }))}
      isDisabled={isPending}
      onChange={change}
      className="w-28 sm:w-32"
    />
  );
}
