"use client";

import { Button, toast } from "@heroui/react";
import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { RadioField } from "@/components/shared/radio-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { InvitationView } from "@/lib/services/invitation/list";
import type { CreateInvitationInput } from "@/lib/services/invitation/schemas";

const ROLE_OPTIONS = [
  { value: "viewer", label: "Viewer", description: "Looks at events, rules and the audit log." },
  {
    value: "operator",
    label: "Operator",
    description: "Also creates, starts, pauses and stops events, and publishes rules.",
  },
  { value: "owner", label: "Owner", description: "Also handles secrets, keys and members." },
];

type InviteMemberProps = { invite: Action<CreateInvitationInput, InvitationView> };

/** Invites somebody by e-mail. */
export function InviteMember({ invite }: InviteMemberProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, message, isPending, onSubmit } = useActionForm<
    CreateInvitationInput,
    InvitationView
  >({
    defaultValues: { email: "", role: "operator" },
    submit: invite,
    onDone: ({ email }) => {
      setOpen(false);
      toast.success(`${email} is invited`);
      router.refresh();
    },
  });
  return (
    <>
      <Button
        size="sm"
        onPress={() => {
          form.reset();
          setOpen(true);
        }}
      >
        <UserPlus aria-hidden />
        Invite a member
      </Button>
      <Dialog title="Invite a member" isOpen={isOpen} onOpenChange={setOpen}>
        <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
          <FormMessage message={message} />
          <TextField control={control} name="email" label="E-mail" type="email" isRequired />
          <RadioField control={control} name="role" label="Role" options={ROLE_OPTIONS} />
          <div className="flex justify-end">
            <SubmitButton isPending={isPending}>Send invitation</SubmitButton>
          </div>
        </form>
      </Dialog>
    </>
  );
}
