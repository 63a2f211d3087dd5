import type { ReactNode } from "react";
import { ReauthenticateProvider } from "@/components/auth/reauthenticate-provider";
import { ChooseCustomer } from "@/components/shell/choose-customer";
import { ConsoleFrame } from "@/components/shell/console-frame";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { env } from "@/lib/platform/env";
import { readRedisHealth } from "@/lib/services/redis-health";
import { proveByPasswordAction, switchCustomerAction } from "./actions";
import { pauseAction, resumeAction } from "./events/actions";
import { requireSessionUser } from "./guard";

const PROOFS = { byPassword: proveByPasswordAction };

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const user = await requireSessionUser();
  const customers = user.memberships.map(({ customer, role }) => ({ ...customer, role }));
  if (user.current === null) {
    return <ChooseCustomer customers={customers} switchCustomer={switchCustomerAction} />;
  }
  const { customer, role, suspension } = user.current;
  const { dangers } = await readRedisHealth();
  return (
    <ConsoleFrame
      shell={{
        user: { name: user.name, email: user.email },
        customer: { ...customer, role },
        customers,
        permissions: [...permissionsOfRole(role)],
        waitingRoomUrl: env.waitingRoomUrl(),
      }}
      outboxDirectory={env.smtpUrl() === undefined ? env.outboxDirectory() : null}
      redisDangers={(dangers ?? []).map(({ text }) => text)}
      suspension={suspension}
      actions={{
        pause: pauseAction,
        resume: resumeAction,
        switchCustomer: switchCustomerAction,
      }}
    >
      <ReauthenticateProvider actions={PROOFS} email={user.email}>
        {children}
      </ReauthenticateProvider>
    </ConsoleFrame>
  );
}
