"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { ChannelActions } from "./actions";
import { ChannelFields, type ChannelFormValues, toFormValues, toInput } from "./channel-fields";

type ChannelDialogProps = {
  actions: ChannelActions;
  /** The one to change; without it, a new one. */
  channel?: AlertChannelView;
};

/** A button with the form of a channel behind it. */
export function ChannelDialog({ actions, channel }: ChannelDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<ChannelFormValues, AlertChannelView>({
    defaultValues: toFormValues(channel ?? null),
    submit: (values) => {
      const { kind, ...wish } = toInput(values);
      if (channel === undefined) return actions.create({ kind, ...wish });
      const { id: channelId, version: seenVersion } = channel;
      return actions.update({ channelId, seenVersion, ...wish });
    },
    onDone: () => {
      setOpen(false);
      router.refresh();
    },
  });
  const open = () => {
    form.reset(toFormValues(channel ?? null));
    setOpen(true);
  };
  const isNew = channel === undefined;
  return (
    <>
      <Button
        size="sm"
        variant={isNew ? "secondary" : "ghost"}
        onClick={open}
        {...(isNew ? {} : { "aria-label": `Edit ${channel.name}` })}
      >
        {isNew ? "New channel" : "Edit"}
      </Button>
      <Dialog
        title={isNew ? "New channel" : `Edit ${channel.name}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <ActionForm {...asked} submit={isNew ? "Create channel" : "Save"}>
          <ChannelFields {...{ control, isNew }} hint={channel?.hint ?? null} />
        </ActionForm>
      </Dialog>
    </>
  );
}
