"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import type { ChoiceGroup } from "@/components/shared/choices-field";
import { CodeBlock } from "@/components/shared/code-block";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { AlertPreview } from "@/lib/services/sites/alert/preview";
import type { AlertRuleView } from "@/lib/services/sites/alert/rule-view";
import type { PreviewAlertInput } from "@/lib/services/sites/alert/schemas";
import type { RuleActions } from "./actions";
import { RuleFields, type RuleFormValues, toFormValues, toInput } from "./rule-fields";

type RuleDialogProps = {
  actions: RuleActions;
  channels: readonly AlertChannelView[];
  groups: readonly ChoiceGroup[];
  /** The one to change; without it, a new one. */
  rule?: AlertRuleView;
};

/** A button with the form of a rule behind it, and what its channels would get. */
export function RuleDialog({ actions, channels, groups, rule }: RuleDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<RuleFormValues, AlertRuleView>({
    defaultValues: toFormValues(rule ?? null, channels),
    submit: (values) => {
      const wish = toInput(values, channels);
      if (rule === undefined) return actions.create(wish);
      const { id: alertRuleId, version: seenVersion, isOn } = rule;
      return actions.update({ alertRuleId, seenVersion, isOn, ...wish });
    },
    onDone: () => {
      setOpen(false);
      router.refresh();
    },
  });
  const open = () => {
    form.reset(toFormValues(rule ?? null, channels));
    setOpen(true);
  };
  const wishOfPreview = () => {
    const { name, types, channelIds, severity = "warning" } = toInput(form.getValues(), channels);
    return { name: name.trim() === "" ? "New rule" : name, types, channelIds, severity };
  };
  const isNew = rule === undefined;
  return (
    <>
      <Button
        size="sm"
        variant={isNew ? "primary" : "ghost"}
        onClick={open}
        {...(isNew ? {} : { "aria-label": `Edit ${rule.name}` })}
      >
        {isNew ? "New rule" : "Edit"}
      </Button>
      <Dialog
        title={isNew ? "New rule" : `Edit ${rule.name}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        size="lg"
      >
        <ActionForm {...asked} submit={isNew ? "Create rule" : "Save"}>
          <RuleFields {...{ control, channels, groups }} />
          <Preview wish={wishOfPreview} preview={actions.preview} />
        </ActionForm>
      </Dialog>
    </>
  );
}

type PreviewProps = { wish: () => PreviewAlertInput; preview: RuleActions["preview"] };

function Preview({ wish, preview }: PreviewProps) {
  const [shown, setShown] = useState<readonly AlertPreview[]>([]);
  const { act, isPending, message } = useAct();
  const press = () =>
    act(
      () => preview(wish()),
      ({ previews }) => setShown(previews),
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={press}>
        Preview
      </Button>
      <FormMessage message={message} />
      {shown.map(({ channelId, name, opened, resolved }) => (
        <div key={channelId} className="grid w-full gap-2">
          <CodeBlock label={`Notice to ${name}`} code={opened} />
          {resolved === null ? null : (
            <CodeBlock label={`Resolved notice to ${name}`} code={resolved} />
          )}
        </div>
      ))}
    </div>
  );
}
