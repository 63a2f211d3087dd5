import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useId, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/action-result";
import { Dialog } from "./dialog";
import { FormMessage } from "./form-message";
import { orOffline } from "./or-offline";
import { sayIfApprovalRequired } from "./say-if-asked";
import { SubmitButton } from "./submit-button";

type DangerDialogProps<Data> = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** The words of the button: a verb and what it acts on. */
  confirm: string;
  /** `primary` for what can be taken back. */
  variant?: "danger" | "primary";
  /** For the worst: they have to type this name first. */
  typeName?: string;
  run: () => Promise<ActionResult<Data>>;
  onDone?: (data: Data) => void;
};

/**
 * Asks before something dangerous, in proportion to it: plainly, or for the name to be typed. Stays open
 * and shows why when it is refused; what was typed stays. Closes where a second person was asked first.
 */
export function DangerDialog<Data>(props: DangerDialogProps<Data>) {
  const { isOpen, onOpenChange, title } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange} size="sm">
      <DangerForm {...props} />
    </Dialog>
  );
}

/** A form of its own, which begins empty each time the dialog opens. */
function DangerForm<Data>(props: DangerDialogProps<Data>) {
  const { typeName } = props;
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const explanation = useId();
  const isThere = useRef(true);
  // Whoever closes the dialog meanwhile is told all the same.
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const isReady = typeName === undefined || typed.trim() === typeName.trim();
  const act = () =>
    startTransition(async () => {
      setMessage(null);
      const result = await orOffline(props.run());
      if (sayIfApprovalRequired(result)) {
        props.onOpenChange(false);
        router.refresh();
        return;
      }
      if (!result.ok) {
        if (isThere.current) setMessage(result.error.message);
        else toast.danger(result.error.message);
        return;
      }
      props.onOpenChange(false);
      props.onDone?.(result.data);
    });
  return (
    <form
      className="flex flex-col gap-4"
      aria-describedby={explanation}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) act();
      }}
    >
      <div id={explanation} className="text-sm text-muted">
        {props.children}
      </div>
      {typeName === undefined ? null : (
        <TextInput
          label={
            <>
              Type <span className="font-semibold break-words">{typeName}</span> to confirm
            </>
          }
          value={typed}
          onChange={setTyped}
          spellCheck={false}
        />
      )}
      <FormMessage message={message} />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onClick={() => props.onOpenChange(false)}>
          Cancel
        </Button>
        <SubmitButton
          variant={props.variant ?? "danger"}
          isPending={isPending}
          isDisabled={!isReady}
        >
          {props.confirm}
        </SubmitButton>
      </div>
    </form>
  );
}
