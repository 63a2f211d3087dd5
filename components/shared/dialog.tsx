import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { unsavedForms } from "./unsaved";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** False while the content would be lost, as with a text that is shown once. */
  isDismissable?: boolean;
  /** Set where nothing inside can have the focus: the content takes it, so that keys scroll. */
  isPlain?: boolean;
};

const WIDTHS = { sm: "max-w-sm", md: "max-w-md", lg: "max-w-lg", xl: "max-w-4xl" } as const;

/**
 * A modal dialog with a title. Its close button, Escape and a click outside close it, unless it is not dismissable; they
 * ask first where something typed would be lost.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onOpenChange, children, ...props }: DialogProps) {
  const { size = "md", isDismissable = true } = props;
  const heading = useId();
  const content = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    const loses = content.current !== null && unsavedForms(content.current).length > 0;
    setAsking(loses && !isAsking);
    if (!loses) onOpenChange(false);
  };
  return (
    <Modal
      aria-labelledby={heading}
      onClose={close}
      isDismissable={isDismissable}
      className={WIDTHS[size]}
    >
      <h2 id={heading} className="pe-8 text-base font-medium">
        {title}
      </h2>
      <div
        ref={content}
        className="-mx-1 mt-2 min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 outline-none focus-visible:focus-ring"
        {...(props.isPlain === true
          ? { role: "region", "aria-labelledby": heading, tabIndex: 0 }
          : {})}
      >
        {children}
      </div>
      {isAsking ? (
        <Discard keep={() => setAsking(false)} discard={() => onOpenChange(false)} />
      ) : null}
      {/* Comes last, so that what the dialog asks has the focus when it opens. */}
      {isDismissable ? (
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="close-button absolute end-4 top-4 bg-default text-muted hover:bg-default-hover"
        >
          <X aria-hidden />
        </button>
      ) : null}
    </Modal>
  );
}

/** Escape or a press beside it keeps what was typed. The focus goes back to where it was. */
function Discard({ keep, discard }: { keep: () => void; discard: () => void }) {
  const answer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    answer.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      role="alertdialog"
      aria-label="Discard what you typed?"
      className="mt-3 flex flex-wrap items-center justify-end gap-2 border-t border-separator pt-3"
    >
      <p className="min-w-0 flex-1 text-sm font-medium">Discard what you typed?</p>
      <Button size="sm" variant="danger" onClick={discard}>
        Discard
      </Button>
      <Button ref={answer} size="sm" variant="secondary" onClick={keep}>
        Keep editing
      </Button>
    </div>
  );
}
