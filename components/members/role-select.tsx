import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { SelectBox } from "@/components/shared/select-box";
import { useReauthenticate } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { MemberView } from "@/lib/services/people/membership/list";
import type { ChangeRoleInput } from "@/lib/services/people/membership/schemas";

type RoleSelectProps = {
  member: MemberView;
  /** What the caller may give. */
  roles: readonly Role[];
  changeRole: Action<ChangeRoleInput, unknown>;
};

/**
 * Chooses another role for a member, and gives it by a button: with some browsers an arrow key chooses the next one. A
 * refusal is shown, and the old role is back.
 */
export function RoleSelect({ member, roles, changeRole }: RoleSelectProps) {
  const router = useRouter();
  const reauthenticate = useReauthenticate();
  const [isPending, startTransition] = useTransition();
  const [chosen, choose] = useState<Role | null>(null);
  const change = (role: Role) =>
    startTransition(async () => {
      const { membershipId } = member;
      const result = await orOffline(reauthenticate(changeRole)({ membershipId, role }));
      if (!result.ok) toast.danger(result.error.message);
      router.refresh();
      startTransition(() => choose(null));
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SelectBox
        label={`Role of ${member.name}`}
        hideLabel
        value={chosen ?? member.role}
        options={roles.map((role) => ({ value: role, label: role }))}
        onChange={(value) => {
          const role = roles.find((one) => one === value && one !== member.role);
          choose(role ?? null);
        }}
        className="w-28 sm:w-32"
      />
      {chosen === null ? null : (
        <Button
          size="sm"
          aria-label={`Change the role of ${member.name}`}
          isPending={isPending}
          onClick={() => change(chosen)}
        >
          Change
        </Button>
      )}
    </div>
  );
}
