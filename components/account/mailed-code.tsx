import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { FormMessage } from "@/components/shared/form-message";
import { TextField } from "@/components/shared/text-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { FactorActions } from "./factor-actions";

/** Has a code sent to the user's mailbox and takes it, before their first second factor can be set up. */
export function MailedCode({ actions }: { actions: FactorActions }) {
  const repeatAfterProof = useRepeatAfterProof();
  const [isSent, setSent] = useState(false);
  const { isPending, message, act } = useAct();
  const send = () =>
    act(
      () => repeatAfterProof(actions.sendMailedCode),
      () => setSent(true),
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">Verify your e-mail address first. We'll send you a code.</p>
      <FormMessage message={message} />
      {isSent ? <CodeForm actions={actions} /> : null}
      <div>
        <Button
          size="sm"
          variant={isSent ? "ghost" : "primary"}
          isPending={isPending}
          onClick={send}
        >
          {isSent ? "Send another code" : "Send code"}
        </Button>
      </div>
    </div>
  );
}

function CodeForm({ actions }: { actions: FactorActions }) {
  const router = useRouter();
  const { control, ...asked } = useActionForm<{ code: string }, unknown>({
    defaultValues: { code: "" },
    submit: actions.confirmMailedCode,
    onDone: () => router.refresh(),
  });
  return (
    <ActionForm {...asked} submit="Continue" at="start">
      <TextField
        control={control}
        name="code"
        label="Code from e-mail"
        autoComplete="one-time-code"
        description="Valid for ten minutes in this browser."
        mono
        isRequired
        autoFocus
      />
    </ActionForm>
  );
}
