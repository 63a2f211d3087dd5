import { LockKeyhole } from "lucide-react";
import { EmptyState } from "./empty-state";

/** Shown to users whose role may not see the page. */
export function NoAccess({ role }: { role: string }) {
  return (
    <EmptyState icon={LockKeyhole} title="Your role does not reach this">
      Only {role} may see this page. Ask an owner of the customer to change your role.
    </EmptyState>
  );
}
