import { Dialog } from "@/components/shared/dialog";
import { RevealOnce } from "@/components/shared/reveal-once";
import { Button } from "@/components/ui/button";
import { useShowOnce } from "./show-once";

/** What a text is that is shown once: `what` in the middle of a sentence. */
export type Revealed = {
  readonly title: string;
  readonly what: string;
  readonly advice: string;
};

type RevealedDialogProps = Revealed & { text: string; onClose: () => void };

/** Answers what shows a text once, until its button closes it; `onClosed` comes after that. */
export function useReveal(): (revealed: Revealed, text: string, onClosed?: () => void) => void {
  const showOnce = useShowOnce();
  return (revealed, text, onClosed) =>
    showOnce((onClose) => <RevealedDialog {...revealed} text={text} onClose={onClose} />, onClosed);
}

function RevealedDialog({ title, what, text, advice, onClose }: RevealedDialogProps) {
  return (
    <Dialog isOpen title={title} onOpenChange={onClose} isDismissable={false}>
      <div className="flex flex-col gap-4">
        <RevealOnce text={text} label={what}>
          {advice}
        </RevealOnce>
        <div className="flex justify-end">
          <Button size="sm" onClick={onClose}>
            I have stored it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
