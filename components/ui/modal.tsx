import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { cn } from "./class-names";
import { openModals } from "./open-modals";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  onClose: () => void;
  /** False while the content would be lost, as with a text that is shown once: then only its own buttons close it. */
  isDismissable?: boolean;
  /** In the middle of the screen, or from its edge to the other. */
  look?: "modal" | "drawer";
};

const HAS_OPEN = typeof CSS !== "undefined" && CSS.supports("selector(:open)");

/**
 * The browser's own modal dialog, open as long as it is there: it holds the focus and gives it back. Escape and a
 * press beside it close it, unless it is not dismissable.
 */
export function Modal(props: ModalProps) {
  const { onClose, isDismissable = true, look = "modal", className, children, ...rest } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const hadOpenList = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    shown.showModal();
    openModals.add(shown);
    // What was to have the focus could not take it before.
    shown.querySelector<HTMLElement>("[data-autofocus=true]")?.focus();
    // The page below stays where it is: a wheel that turns beside the dialog would move it.
    shown.addEventListener("wheel", stay, { passive: false });
    shown.addEventListener("touchmove", stay, { passive: false });
    // The browser gives the focus back only if it is closed before it goes.
    return () => {
      openModals.remove(shown);
      shown.close();
    };
  }, []);
  const isBeside = ({ target, currentTarget, clientX, clientY }: MouseEvent) => {
    if (target !== currentTarget) return false;
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return (
    <dialog
      {...rest}
      ref={dialog}
      className={cn(look, className)}
      onKeyDown={(event) => {
        // The browser would close it at the second Escape, whatever the first was answered.
        if (event.key !== "Escape" || !isOwn(event) || hasOpenList(event.currentTarget)) return;
        event.preventDefault();
        if (isDismissable && !event.nativeEvent.isComposing) onClose();
      }}
      onCancel={(event) => {
        // Fields for files tell of their own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (isDismissable) onClose();
      }}
      onClose={(event) => {
        // Some browsers close it at the second request, whatever the first was answered. One that is gone says so, too.
        const shown = event.currentTarget;
        if (event.target !== shown || !shown.isConnected) return;
        if (isDismissable) onClose();
        // It stays where somebody has to answer first.
        setTimeout(() => {
          if (shown.isConnected && !shown.open) shown.showModal();
        });
      }}
      onPointerDownCapture={(event) => {
        // A press that closes the list of a box is not one beside the dialog.
        hadOpenList.current = hasOpenList(event.currentTarget);
      }}
      onMouseDown={(event) => {
        isPressedBeside.current = !hadOpenList.current && isBeside(event);
      }}
      onClick={(event) => {
        if (isDismissable && isPressedBeside.current && isBeside(event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** Whether the list of a box is open, which Escape or a press beside it closes first. */
function hasOpenList(dialog: HTMLDialogElement): boolean {
  return HAS_OPEN && dialog.querySelector("select:open") !== null;
}

/** The event is of this dialog, not of one that stands in it. */
function isOwn({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("dialog") === currentTarget;
}

function stay(event: Event): void {
  if (event.target === event.currentTarget) event.preventDefault();
}
