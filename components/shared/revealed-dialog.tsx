import { Dialog } from "@/components/shared/dialog";
import { RevealOnce } from "@/components/shared/reveal-once";
import { Button } from "@/components/ui/button";

type RevealedDialogProps = {
  title: string;
  /** What `text` is, in the middle of a sentence. */
  what: string;
  text: string | null;
  advice: string;
  onClose: () => void;
};

/** Shows a text once; only its button closes it. */
export function RevealedDialog({ title, what, text, advice, onClose }: RevealedDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={text !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={false}
    >
      <div className="flex flex-col gap-4">
        <RevealOnce text={text ?? ""} label={what}>
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
