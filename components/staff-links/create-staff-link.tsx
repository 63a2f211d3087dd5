import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import type { Action } from "@/lib/http/action-result";
import type { CreateStaffLinkInput } from "@/lib/services/event/staff-link/schemas";
import { StaffLinkForm } from "./staff-link-form";

const REVEALED = {
  title: "Your new staff link",
  what: "the staff link",
  advice:
    "This link is only shown once. Send it to a colleague, or open it yourself for a test visit.",
};

type CreateStaffLinkProps = {
  eventId: string;
  create: Action<CreateStaffLinkInput, { readonly url: string }>;
  variant: "primary" | "secondary";
};

/** Makes a link for a colleague, then shows it once. */
export function CreateStaffLink({ eventId, create, variant }: CreateStaffLinkProps) {
  return (
    <AskAndReveal label="Create staff link" variant={variant} revealed={REVEALED}>
      {(reveal) => (
        <StaffLinkForm eventId={eventId} create={create} onDone={({ url }) => reveal(url)} />
      )}
    </AskAndReveal>
  );
}
