import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "./dialog";
import { type Revealed, useReveal } from "./use-reveal";

type AskAndRevealProps = {
  /** Of the button, and of the dialog that it opens. */
  label: string;
  /** What the button shows instead, where the row that it stands in says the rest. */
  trigger?: string;
  variant: "primary" | "secondary";
  revealed: Revealed;
  /** The form; it passes on the text to show, or null where there is none. */
  children: (reveal: (text: string | null) => void) => ReactNode;
};

/** Asks in a dialog, then shows the resulting text once. */
export function AskAndReveal(props: AskAndRevealProps) {
  const { label, trigger, variant, revealed, children } = props;
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const show = useReveal();
  const reveal = (text: string | null) => {
    setOpen(false);
    if (text !== null) show(revealed, text, router.refresh);
  };
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        onClick={() => setOpen(true)}
        {...(trigger === undefined ? {} : { "aria-label": label })}
      >
        {trigger ?? label}
      </Button>
      <Dialog title={label} isOpen={isOpen} onOpenChange={setOpen} size="sm">
        {children(reveal)}
      </Dialog>
    </>
  );
}
