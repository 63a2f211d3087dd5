"use client";

import { FileCode2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";

type ManagedFieldsProps = {
  /** The file that the thing is kept in; null: none. */
  managedBy: string | null;
  canWrite: boolean;
  children: ReactNode;
};

/** Fields of what is kept in a file: nobody changes them by hand before they have said that they want to. */
export function ManagedFields({ managedBy, canWrite, children }: ManagedFieldsProps) {
  const [isUnlocked, setUnlocked] = useState(false);
  if (managedBy === null) return children;
  const isLocked = canWrite && !isUnlocked;
  return (
    <>
      <div
        role="note"
        className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-surface-secondary px-3 py-2 text-sm"
      >
        <FileCode2 aria-hidden className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 break-words">
          Managed by {managedBy}.{" "}
          <span className="text-muted">
            {isUnlocked
              ? "The next stanchion apply undoes what you change here."
              : "Change it there: stanchion apply undoes changes by hand."}
          </span>
        </p>
        {isLocked ? (
          <Button size="sm" variant="tertiary" onClick={() => setUnlocked(true)}>
            Edit anyway
          </Button>
        ) : null}
      </div>
      <fieldset disabled={isLocked} className="contents">
        {children}
      </fieldset>
    </>
  );
}
