import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { FormMessage } from "./form-message";
import { SubmitButton } from "./submit-button";
import type { useActionForm } from "./use-action-form";

type ActionFormProps = Pick<
  // What the form is about does not matter here.
  ReturnType<typeof useActionForm<Record<string, unknown>, unknown>>,
  "message" | "isPending" | "onSubmit"
> & {
  /** What its button says. */
  submit: ReactNode;
  /** Said above everything else. */
  intro?: string;
  children?: ReactNode;
  cancel?: () => void;
  /** What the button that leaves it says; "Cancel" where it is left out. */
  cancelLabel?: string;
  isDisabled?: boolean;
  /** Whether closing it loses something; where it is not given, by what was typed. */
  isUnsaved?: boolean;
  variant?: "primary" | "danger";
  /** Where the button is; `full` for one as wide as the form. */
  at?: "start" | "end" | "full";
  className?: string;
  "aria-label"?: string;
};

/** A form of `useActionForm`: what was refused above its fields, and its button below them. */
export function ActionForm(props: ActionFormProps) {
  const { submit, intro, cancel, cancelLabel = "Cancel", at = "end" } = props;
  const isFull = at === "full";
  const button = (
    <SubmitButton
      isPending={props.isPending}
      isDisabled={props.isDisabled ?? false}
      variant={props.variant ?? "primary"}
      size={isFull ? "md" : "sm"}
      fullWidth={isFull}
    >
      {submit}
    </SubmitButton>
  );
  return (
    <form
      onSubmit={props.onSubmit}
      className={cn("flex flex-col gap-4", props.className)}
      noValidate
      data-unsaved={props.isUnsaved}
      aria-label={props["aria-label"]}
    >
      {intro === undefined ? null : <p className="text-sm text-muted">{intro}</p>}
      <FormMessage message={props.message} />
      {props.children}
      {isFull ? (
        button
      ) : (
        <div className={at === "end" ? "flex justify-end gap-2" : undefined}>
          {cancel === undefined ? null : (
            <Button size="sm" variant="tertiary" onClick={cancel}>
              {cancelLabel}
            </Button>
          )}
          {button}
        </div>
      )}
    </form>
  );
}
