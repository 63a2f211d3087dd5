import { SearchX } from "lucide-react";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="There is nothing here"
      action={<ButtonLink href="/overview">Go to the overview</ButtonLink>}
    >
      It was deleted, or it belongs to another customer.
    </EmptyState>
  );
}
