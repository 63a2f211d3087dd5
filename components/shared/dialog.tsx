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

/** A modal dialog with a title and a close button. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, children, size = "md", isDismissable = true } = props;
  return (
    <Modal.Backdrop isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={isDismissable}>
      <Modal.Container size={size} placement="center">
        <Modal.Dialog>
          <Modal.CloseTrigger aria-label="Close" />
          <Modal.Header>
            <Modal.Heading>{title}</Modal.Heading>
          </Modal.Header>
          <Modal.Body className="px-1 pb-1">{children}</Modal.Body>
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
}
