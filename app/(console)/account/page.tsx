import type { Metadata } from "next";
import { ChangeEmailForm } from "@/components/account/change-email-form";
import { ChangePasswordForm } from "@/components/account/change-password-form";
import { FactorPanel } from "@/components/account/factor-panel";
import { SessionPanel } from "@/components/account/session-panel";
import { Notice } from "@/components/shared/notice";
import { PageHeader } from "@/components/shared/page-header";
import { getSignedIn } from "@/lib/auth/get-service-context";
import { listPasskeys } from "@/lib/services/people/passkey/manage";
import { listSessions } from "@/lib/services/people/session/list";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { needsMailedCode } from "@/lib/services/people/sign-in/first-factor";
import { readOwnFactors } from "@/lib/services/people/sign-in/own-factors";
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
  const isOwn = user.ssoCustomerId === null;
  const [sessions, own] = await Promise.all([listSessions(me), isOwn ? readOwn(me) : null]);
  return (
    <>
      <PageHeader title="Your account" description={`${user.name}, ${user.email}`} />
      <div className="flex flex-col gap-4">
        {own === null ? (
          <Notice tone="info">
            You signed in with SSO, so only SSO sessions are shown. Sign in with your password or
            passkey to see all sessions and change how you sign in.
          </Notice>
        ) : null}
        <SessionPanel
          sessions={sessions}
          endSession={endSessionAction}
          endOthers={endOtherSessionsAction}
        />
        {own === null ? null : (
          <>
            <FactorPanel {...own} actions={FACTOR_ACTIONS} />
            <ChangePasswordForm email={user.email} change={changePasswordAction} />
            <ChangeEmailForm email={user.email} request={requestEmailChangeAction} />
          </>
        )}
      </div>
    </>
  );
}

/** What a session of the user's own sees besides. */
async function readOwn(me: SignedIn) {
  const [factors, passkeys, needsCode] = await Promise.all([
    readOwnFactors(me),
    listPasskeys(me),
    needsMailedCode(me),
  ]);
  return { factors, passkeys, needsCode };
}
