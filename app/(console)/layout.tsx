import type { ReactNode } from "react";
import { ReauthenticateProvider } from "@/components/auth/reauthenticate-provider";
import { ShowOnceHost } from "@/components/shared/show-once";
import { ConsoleFrame } from "@/components/shell/console-frame";
import { ChooseCustomer, ShowMoreFirst } from "@/components/shell/instead-of-pages";
import { getReadingContext, getSignedIn } from "@/lib/auth/get-service-context";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { env } from "@/lib/platform/env";
import { readRedisHealth } from "@/lib/services/ground/redis-health";
import { waitingRequests } from "@/lib/services/people/approval/waiting";
import { needsMailedCode } from "@/lib/services/people/sign-in/first-factor";
import { FACTOR_ACTIONS } from "./account/factor-actions";
import {
  beginPasskeyProofAction,
  listAddressesAction,
  proofWaysAction,
  proveByCodeAction,
  proveByPasskeyAction,
  proveByPasswordAction,
  switchCustomerAction,
} from "./actions";
import { pauseAction, resumeAction } from "./events/actions";
import { load, requireSessionUser } from "./guard";
import { requireThing } from "./require-thing";

const PROOFS = {
  ways: proofWaysAction,
  byPassword: proveByPasswordAction,
  byCode: proveByCodeAction,
  askPasskey: beginPasskeyProofAction,
  byPasskey: proveByPasskeyAction,
};

/** What is shown once outlives all that the pages and their frame become meanwhile. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <ShowOnceHost>{await framed(children)}</ShowOnceHost>;
}

async function framed(children: ReactNode) {
  const user = await requireSessionUser();
  const customers = user.memberships.map(({ customer, role, lack }) => ({
    ...customer,
    role,
    lack,
  }));
  if (user.lack !== null) {
    return (
      <ReauthenticateProvider actions={PROOFS} email={user.email}>
        <ShowMoreFirst
          {...user.lack}
          needsCode={await load(getSignedIn().then(needsMailedCode))}
          others={customers.filter(({ lack }) => lack === null)}
          actions={FACTOR_ACTIONS}
          switchCustomer={switchCustomerAction}
        />
      </ReauthenticateProvider>
    );
  }
  if (user.current === null) {
    return <ChooseCustomer customers={customers} switchCustomer={switchCustomerAction} />;
  }
  const { customer, role, suspension } = user.current;
  const [{ dangers }, approvals] = await Promise.all([
    readRedisHealth(),
    load(getReadingContext().then(waitingRequests)),
    requireThing(),
  ]);
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
        listAddresses: listAddressesAction,
      }}
      approvals={approvals}
    >
      <ReauthenticateProvider actions={PROOFS} email={user.email}>
        {children}
      </ReauthenticateProvider>
    </ConsoleFrame>
  );
}
