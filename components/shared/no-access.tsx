import { LockKeyhole } from "lucide-react";
import type { Permission } from "@/lib/domain/permissions/roles";
import { EmptyState } from "./empty-state";
import { rolesInWords } from "./role-note";

/** Shown to users whose role may not see the page. */
export function NoAccess({ permission }: { permission: Permission }) {
  return (
    <EmptyState icon={LockKeyhole} title="You don't have access">
      Only {rolesInWords(permission)} can see this page. Ask an owner to change your role.
    </EmptyState>
  );
}
