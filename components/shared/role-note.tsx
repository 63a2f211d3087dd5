import { LockKeyhole } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { type Permission, rolesWith } from "@/lib/domain/permissions/roles";

type RoleNoteProps = {
  permission: Permission;
  /** What they may do: `stop an event`. */
  act: string;
  className?: string;
};

const AND = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** The roles that have a permission, as people say them: `owners and admins`. */
export function rolesInWords(permission: Permission): string {
  return AND.format(rolesWith(permission).map((role) => `${role}s`));
}

/** Stands where somebody else's role has a button: says which roles have it. */
export function RoleNote({ permission, act, className }: RoleNoteProps) {
  return (
    <p className={cn("flex items-start gap-1.5 text-xs text-muted", className)}>
      <LockKeyhole aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>
        Only {rolesInWords(permission)} can {act}.
      </span>
    </p>
  );
}
