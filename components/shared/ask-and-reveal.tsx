import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "./dialog";
import { RevealedDialog } from "./revealed-dialog";

type AskAndRevealProps = {
  /** Of the button, and of the dialog that it opens. */
  label: string;
  /** What the button shows instead, where the row that it stands in says the rest. */
  trigger?: string;
  variant: "primary" | "secondary";
  /** `what` the text is, in the middle of a sentence. */
  revealed: { readonly title: string; readonly what: string; readonly advice: string };
  /** The form; it passes on the text to show, or null where there is none. */
  children: (reveal: (text: string | null) => void) => ReactNode;
};

/** Asks in a dialog, then shows the resulting text once. */
export function AskAndReveal(props: AskAndRevealProps) {
  const { label, trigger, variant, revealed, children } = props;
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const reveal = (created: string | null) => {
    setOpen(false);
    setText(created);
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
      <RevealedDialog
        {...revealed}
        text={text}
        onClose={() => {
          setText(null);
          router.refresh();
        }}
      />
    </>
  );
}
