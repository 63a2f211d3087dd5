import { LockKeyhole } from "lucide-react";
import type { Permission } from "@/lib/domain/permissions/roles";
import { EmptyState } from "./empty-state";
import { rolesInWords } from "./role-note";

/** Shown to users whose role may not see the page. */
export function NoAccess({ permission }: { permission: Permission }) {
  return (
    <EmptyState icon={LockKeyhole} title="Your role does not reach this">
      Only {rolesInWords(permission)} may see this page. Ask an owner of the customer to change your
      role.
    </EmptyState>
  );
}
