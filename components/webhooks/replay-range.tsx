"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";

type ReplayRangeProps = {
  endpointId: string;
  replay: Action<
    { endpointId: string; from: string; until: string },
    { readonly messages: number }
  >;
};

type FormValues = { from: string; until: string };

/** Of a browser's date and time field, which is in the browser's own time zone. */
const instantOf = (typed: string) =>
  Number.isNaN(Date.parse(typed)) ? typed : new Date(typed).toISOString();

/** Asks for a period and resends its messages. */
export function ReplayRange({ endpointId, replay }: ReplayRangeProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { control, ...asked } = useActionForm<FormValues, { readonly messages: number }>({
    defaultValues: { from: "", until: "" },
    submit: ({ from, until }) =>
      replay({ endpointId, from: instantOf(from), until: instantOf(until) }),
    onDone: ({ messages }) => {
      setOpen(false);
      toast.success(messages === 1 ? "Resending 1 message." : `Resending ${messages} messages.`);
      router.refresh();
    },
  });
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Resend
      </Button>
      <Dialog title="Resend messages" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <ActionForm
          {...asked}
          submit="Resend"
          intro="Sends all messages of this period again, including delivered ones. Times are in your browser's time zone."
        >
          <TextField control={control} name="from" label="From" type="datetime-local" isRequired />
          <TextField
            control={control}
            name="until"
            label="Until"
            type="datetime-local"
            isRequired
          />
        </ActionForm>
      </Dialog>
    </>
  );
}
