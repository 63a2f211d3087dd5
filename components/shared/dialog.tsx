"use client";

import { Modal } from "@heroui/react";
import type { ReactNode } from "react";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
  size?: "sm" | "md" | "lg";
  /** False while the content would be lost, as with a text that is shown once. */
  isDismissable?: boolean;
};

/** A modal dialog with a title. Its close button, Escape and a click outside close it, unless it is not dismissable. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, children, size = "md", isDismissable = true } = props;
  return (
    <Modal.Backdrop
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal.Container size={size} placement="center">
        <Modal.Dialog>
          {isDismissable ? <Modal.CloseTrigger aria-label="Close" /> : null}
          <Modal.Header>
            <Modal.Heading>{title}</Modal.Heading>
          </Modal.Header>
          <Modal.Body className="px-1 pb-1">{children}</Modal.Body>
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
}
