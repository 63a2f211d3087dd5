import { Check, Minus } from "lucide-react";
import { DocsLink } from "@/components/shared/docs-link";
import { Panel } from "@/components/shared/panel";
import { PERMISSIONS, permissionsOfRole, ROLES } from "@/lib/domain/permissions/roles";
import { PERMISSION_NAMES, ROLE_SENTENCES } from "./role-names";

/** Compare permissions, read from the same table that decides it. */
export function RoleMatrix() {
  return (
    <Panel
      title="Roles and permissions"
      actions={<DocsLink page="team">About roles</DocsLink>}
      flush
    >
      <dl className="grid gap-x-4 gap-y-1 border-b border-separator p-4 text-xs sm:grid-cols-[6rem_minmax(0,1fr)]">
        {ROLES.map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium capitalize">{role}</dt>
            <dd className="mb-1 text-muted sm:mb-0">{ROLE_SENTENCES[role]}</dd>
          </div>
        ))}
      </dl>
      <details className="group">
        <summary className="cursor-pointer px-4 py-3 text-sm font-medium outline-none hover:bg-surface-secondary focus-visible:focus-ring">
          All {PERMISSIONS.length} permissions
        </summary>
        <section
          aria-label="Permissions of each role"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative overflow-x-auto border-t border-separator"
        >
          <table className="w-full border-collapse text-xs">
            <caption className="sr-only">Compare permissions</caption>
            <thead className="bg-surface-secondary text-muted">
              <tr>
                <th scope="col" className="h-8 px-4 text-left font-medium">
                  Permission
                </th>
                {ROLES.map((role) => (
                  <th key={role} scope="col" className="px-2 font-medium capitalize">
                    {role}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-separator">
              {PERMISSIONS.map((permission) => (
                <tr key={permission}>
                  <th scope="row" className="min-w-40 px-4 py-1.5 text-left font-normal">
                    {PERMISSION_NAMES[permission]}
                  </th>
                  {ROLES.map((role) => (
                    <td key={role} className="px-2 text-center">
                      <Mark isAllowed={permissionsOfRole(role).has(permission)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Panel>
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  return isAllowed ? (
    <>
      <Check aria-hidden className="mx-auto size-3.5 text-success" />
      <span className="sr-only">yes</span>
    </>
  ) : (
    <>
      <Minus aria-hidden className="mx-auto size-3.5 text-muted opacity-50" />
      <span className="sr-only">no</span>
    </>
  );
}
