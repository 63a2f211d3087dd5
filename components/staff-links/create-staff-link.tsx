"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RevealedDialog } from "@/components/secrets/revealed-dialog";
import type { Action } from "@/components/shared/action-result";
import { Dialog } from "@/components/shared/dialog";
import type { CreateStaffLinkInput } from "@/lib/services/staff-link/schemas";
import { StaffLinkForm } from "./staff-link-form";

type CreateStaffLinkProps = {
  eventId: string;
  create: Action<CreateStaffLinkInput, { readonly url: string }>;
  variant: "primary" | "secondary";
};

/** Makes a link for a colleague, then shows it once. */
export function CreateStaffLink({ eventId, create, variant }: CreateStaffLinkProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <Button size="sm" variant={variant} onPress={() => setOpen(true)}>
        Create a staff link
      </Button>
      <Dialog title="Create a staff link" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <StaffLinkForm
          eventId={eventId}
          create={create}
          onDone={(created) => {
            setOpen(false);
            setUrl(created.url);
          }}
        />
      </Dialog>
      <RevealedDialog
        title="Your new staff link"
        what="the staff link"
        text={url}
        advice="This is the only time it is shown. Send it to your colleague, or open it yourself for a test visit."
        onClose={() => {
          setUrl(null);
          router.refresh();
        }}
      />
    </>
  );
}
