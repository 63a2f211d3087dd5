"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { KeyField, keyOr } from "@/components/shared/key-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";
import type { ThemeView } from "@/lib/services/event/theme/theme-view";

export type ThemeNames = { readonly key: string; readonly name: string };

type NameThemeProps = {
  trigger: string;
  triggerLabel?: string;
  triggerVariant?: "primary" | "ghost";
  title: string;
  submit: (names: ThemeNames) => Promise<ActionResult<ThemeView>>;
};

/** Asks how a new theme is called, makes it, and opens it. */
export function NameTheme(props: NameThemeProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<ThemeNames, ThemeView>({
    defaultValues: { key: "", name: "" },
    submit: (names) => props.submit({ ...names, key: keyOr(names) }),
    onDone: ({ id }) => router.push(`/themes/${id}`),
  });
  const open = () => {
    form.reset();
    setOpen(true);
  };
  return (
    <>
      <Button
        size="sm"
        variant={props.triggerVariant ?? "primary"}
        onClick={open}
        {...(props.triggerLabel === undefined ? {} : { "aria-label": props.triggerLabel })}
      >
        {props.trigger}
      </Button>
      <Dialog title={props.title} isOpen={isOpen} onOpenChange={setOpen}>
        <ActionForm {...asked} submit="Create theme">
          <TextField control={control} name="name" label="Name" placeholder="Spring" isRequired />
          <KeyField
            control={control}
            name="key"
            from="name"
            purpose="Used as the layout name in rules and as l in URLs."
          />
        </ActionForm>
      </Dialog>
    </>
  );
}
