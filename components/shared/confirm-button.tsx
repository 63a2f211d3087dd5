import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";
import { Dialog } from "./dialog";
import { FormMessage } from "./form-message";
import { orOffline } from "./or-offline";
import { sayIfAsked } from "./say-if-asked";
import { SubmitButton } from "./submit-button";
import { useRepeatAfterProof } from "./use-reauthenticate";

type ConfirmButtonProps = {
  trigger: ReactNode;
  triggerLabel?: string;
  triggerVariant?: "secondary" | "ghost" | "danger-soft" | "outline";
  isIconOnly?: boolean;
  isDisabled?: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  /** `primary` for what harms nobody. */
  confirmVariant?: "danger" | "primary";
  run: () => Promise<ActionResult<unknown>>;
  /** In place of loading the page anew. */
  onDone?: () => void;
};

/**
 * Asks before something that cannot be undone; if it is refused, stays open and shows the reason. Where a second
 * person has to approve it first, says so.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const repeatAfterProof = useRepeatAfterProof();
  const act = () =>
    startTransition(async () => {
      const result = await orOffline(repeatAfterProof(props.run));
      if (!result.ok) {
        setMessage(result.error.message);
        return;
      }
      setOpen(false);
      sayIfAsked(result.data);
      if (props.onDone === undefined) router.refresh();
      else props.onDone();
    });
  const open = (next: boolean) => {
    setMessage(null);
    setOpened(true);
    setOpen(next);
  };
  return (
    <>
      <Button
        size="sm"
        variant={props.triggerVariant ?? "secondary"}
        isIconOnly={props.isIconOnly ?? false}
        isDisabled={props.isDisabled ?? false}
        onClick={() => open(true)}
        {...(props.triggerLabel === undefined ? {} : { "aria-label": props.triggerLabel })}
      >
        {props.trigger}
      </Button>
      {/* A list has one of them in each row. */}
      {wasOpened ? (
        <Dialog
          title={props.title}
          isOpen={isOpen}
          onOpenChange={open}
          size="sm"
          isDismissable={!isPending}
        >
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              act();
            }}
          >
            <div className="text-sm text-muted">{props.children}</div>
            <FormMessage message={message} />
            <div className="flex justify-end gap-2">
              <Button size="sm" variant="tertiary" onClick={() => open(false)}>
                Cancel
              </Button>
              <SubmitButton variant={props.confirmVariant ?? "danger"} isPending={isPending}>
                {props.confirm}
              </SubmitButton>
            </div>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
