import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Modal } from "@/components/ui/modal";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
  size?: "sm" | "md" | "lg";
  /** False while the content would be lost, as with a text that is shown once. */
  isDismissable?: boolean;
};

const WIDTHS = { sm: "max-w-sm", md: "max-w-md", lg: "max-w-lg" } as const;

/** A modal dialog with a title. Its close button, Escape and a click outside close it, unless it is not dismissable. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, children, size = "md", isDismissable = true } = props;
  const heading = useId();
  if (!isOpen) return null;
  const close = () => onOpenChange(false);
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
      <div className="-mx-1 mt-2 min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {children}
      </div>
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
