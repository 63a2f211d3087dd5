import { LockKeyhole } from "lucide-react";
import { EmptyState } from "./empty-state";

/** What a page shows to those whose role does not reach it. */
export function NoAccess({ role }: { role: string }) {
  return (
    <EmptyState icon={LockKeyhole} title="Your role does not reach this">
      Only {role} may see this page. Ask an owner of the customer to change your role.
    </EmptyState>
  );
}
