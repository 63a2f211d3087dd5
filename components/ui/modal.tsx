"use client";

import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from "react";
import { cn } from "./class-names";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  onClose: () => void;
  /** False while the content would be lost, as with a text that is shown once: then only its own buttons close it. */
  isDismissable?: boolean;
  /** In the middle of the screen, or from its edge to the other. */
  look?: "modal" | "drawer";
};

/**
 * The browser's own modal dialog, open as long as it is there: it holds the focus and gives it back. Escape and a
 * press beside it close it, unless it is not dismissable.
 */
export function Modal(props: ModalProps) {
  const { onClose, isDismissable = true, look = "modal", className, children, ...rest } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // What was to have the focus could not take it before.
    shown?.querySelector<HTMLElement>("[data-autofocus=true]")?.focus();
    // The page below stays where it is: a wheel that turns beside the dialog would move it.
    shown?.addEventListener("wheel", stay, { passive: false });
    shown?.addEventListener("touchmove", stay, { passive: false });
    // The browser gives the focus back only if it is closed before it goes.
    return () => shown?.close();
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
        if (event.key === "Escape" && !isDismissable) event.preventDefault();
      }}
      onCancel={(event) => {
        // Fields for files tell of their own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (isDismissable) onClose();
      }}
      onMouseDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        if (isDismissable && isPressedBeside.current && isBeside(event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

function stay(event: Event): void {
  if (event.target === event.currentTarget) event.preventDefault();
}
