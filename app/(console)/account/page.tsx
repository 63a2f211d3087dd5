import type { Metadata } from "next";
import { ChangeEmailForm } from "@/components/account/change-email-form";
import { ChangePasswordForm } from "@/components/account/change-password-form";
import { FactorPanel } from "@/components/account/factor-panel";
import { SessionPanel } from "@/components/account/session-panel";
import { Notice } from "@/components/shared/notice";
import { PageHeader } from "@/components/shared/page-header";
import { getSignedIn } from "@/lib/auth/get-service-context";
import { db } from "@/lib/db/client";
import { listPasskeys } from "@/lib/services/passkey/manage";
import { listSessions } from "@/lib/services/session/list";
import { readFactors } from "@/lib/services/sign-in/factors";
import { needsMailedCode } from "@/lib/services/sign-in/first-factor";
import { load, requireSessionUser } from "../guard";
import {
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  requestEmailChangeAction,
} from "./actions";
import { FACTOR_ACTIONS } from "./factor-actions";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await requireSessionUser();
  const me = await load(getSignedIn());
  const [sessions, factors, passkeys, needsCode] = await Promise.all([
    listSessions(me),
    readFactors(db(), me.userId),
    listPasskeys(me),
    needsMailedCode(me),
  ]);
  const isOwn = user.ssoCustomerId === null;
  return (
    <>
      <PageHeader title="Your account" description={`${user.name}, ${user.email}`} />
      <div className="flex flex-col gap-4">
        {isOwn ? null : (
          <Notice tone="info">
            You came through your company. Sign in with your password or passkey to change how you
            sign in here.
          </Notice>
        )}
        <SessionPanel
          sessions={sessions}
          endSession={endSessionAction}
          endOthers={endOtherSessionsAction}
        />
        {isOwn ? (
          <>
            <FactorPanel {...{ factors, passkeys, needsCode }} actions={FACTOR_ACTIONS} />
            <ChangePasswordForm email={user.email} change={changePasswordAction} />
            <ChangeEmailForm email={user.email} request={requestEmailChangeAction} />
          </>
        ) : null}
      </div>
    </>
  );
}
