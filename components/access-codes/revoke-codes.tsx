import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { plural } from "@/components/shared/format";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { RevokedCodes } from "@/lib/services/event/access-code/revoke";
import type { RevokeAccessCodesInput } from "@/lib/services/event/access-code/schemas";

type RevokeCodesProps = {
  eventId: string;
  revoke: Action<RevokeAccessCodesInput, RevokedCodes>;
};

/** Takes single codes back, which are pasted. */
export function RevokeCodes({ eventId, revoke }: RevokeCodesProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<RevokedCodes | null>(null);
  const open = (next: boolean) => {
    setDone(null);
    setOpen(next);
  };
  return (
    <>
      <Button size="sm" variant="tertiary" onClick={() => open(true)}>
        Revoke codes
      </Button>
      <Dialog title="Revoke individual codes" isOpen={isOpen} onOpenChange={open} size="sm">
        {done === null ? (
          <RevokeForm
            eventId={eventId}
            revoke={revoke}
            close={() => open(false)}
            onDone={(result) => {
              setDone(result);
              router.refresh();
            }}
          />
        ) : (
          <div className="flex flex-col gap-4">
            <p role="status" className="text-sm">
              {inWords(done)}
            </p>
            <div className="flex justify-end">
              <Button size="sm" onClick={() => open(false)}>
                Close
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

type RevokeFormProps = RevokeCodesProps & {
  close: () => void;
  onDone: (result: RevokedCodes) => void;
};

function RevokeForm({ eventId, revoke, close, onDone }: RevokeFormProps) {
  const { form, control, message, isPending, onSubmit } = useActionForm<
    { codes: string },
    RevokedCodes
  >({
    defaultValues: { codes: "" },
    submit: ({ codes }) => revoke({ eventId, codes }),
    onDone,
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <p className="text-sm text-muted">
        Nobody can join with these codes any more. Visitors already in line keep their place. This
        can't be undone.
      </p>
      <FormMessage message={form.formState.errors.codes === undefined ? message : null} />
      <TextField
        control={control}
        name="codes"
        label="Codes"
        description="One per line, or lines from the downloaded file. Up to 1,000 at a time."
        placeholder="ABCD-EFGH-JKM"
        rows={6}
        mono
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onClick={close}>
          Cancel
        </Button>
        <SubmitButton variant="danger" isPending={isPending}>
          Revoke codes
        </SubmitButton>
      </div>
    </form>
  );
}

function inWords({ revoked, before, unknown }: RevokedCodes): string {
  return [
    revoked === 0
      ? "No codes were revoked."
      : `${plural(revoked, "code")} revoked. The waiting room refuses ${revoked === 1 ? "it" : "them"} within seconds.`,
    before === 0 ? "" : `${plural(before, "was", "were")} already revoked.`,
    unknown === 0 ? "" : `${plural(unknown, "does", "do")} not belong to this event.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
