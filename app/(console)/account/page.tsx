import type { Metadata } from "next";
import { ChangePasswordForm } from "@/components/account/change-password-form";
import { SessionPanel } from "@/components/account/session-panel";
import { PageHeader } from "@/components/shared/page-header";
import { getSignedIn } from "@/lib/auth/get-service-context";
import { listSessions } from "@/lib/services/session/list";
import { load, requireSessionUser } from "../guard";
import { changePasswordAction, endOtherSessionsAction, endSessionAction } from "./actions";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await requireSessionUser();
  const sessions = await listSessions(await load(getSignedIn()));
  return (
    <>
      <PageHeader title="Your account" description={`${user.name}, ${user.email}`} />
      <div className="flex flex-col gap-4">
        <SessionPanel
          sessions={sessions}
          endSession={endSessionAction}
          endOthers={endOtherSessionsAction}
        />
        <ChangePasswordForm email={user.email} change={changePasswordAction} />
      </div>
    </>
  );
}
