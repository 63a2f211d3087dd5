"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { InvitationView } from "@/lib/services/people/invitation/list";
import type { CreateInvitationInput } from "@/lib/services/people/invitation/schemas";
import { ROLE_SENTENCES } from "./role-names";

type InviteMemberProps = {
  /** What the caller may give. */
  roles: readonly Role[];
  invite: Action<CreateInvitationInput, InvitationView>;
};

function optionsOf(roles: readonly Role[]) {
  return roles.toReversed().map((role) => ({
    value: role,
    label: `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`,
    description: ROLE_SENTENCES[role],
  }));
}

/** Invites somebody by e-mail. */
export function InviteMember({ roles, invite }: InviteMemberProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<CreateInvitationInput, InvitationView>({
    defaultValues: { email: "", role: "operator" },
    submit: invite,
    onDone: ({ email }) => {
      setOpen(false);
      toast.success(`Invitation sent to ${email}`);
      router.refresh();
    },
    onSentForApproval: () => {
      setOpen(false);
      router.refresh();
    },
  });
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          form.reset();
          setOpen(true);
        }}
      >
        <UserPlus aria-hidden />
        Invite member
      </Button>
      <Dialog title="Invite member" isOpen={isOpen} onOpenChange={setOpen}>
        <ActionForm {...asked} submit="Send invitation">
          <TextField control={control} name="email" label="E-mail" type="email" isRequired />
          <RadioField control={control} name="role" label="Role" options={optionsOf(roles)} />
        </ActionForm>
      </Dialog>
    </>
  );
}
