import { SearchX } from "lucide-react";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="Page not found"
      action={<ButtonLink href="/overview">Go to overview</ButtonLink>}
    >
      It was deleted or belongs to another customer.
    </EmptyState>
  );
}
