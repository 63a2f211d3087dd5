"use client";

import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EndSessionInput } from "@/lib/services/people/session/end";
import type { SessionView } from "@/lib/services/people/session/list";

type SessionPanelProps = {
  sessions: readonly SessionView[];
  endSession: Action<EndSessionInput, unknown>;
  endOthers: () => Promise<ActionResult<unknown>>;
};

/** Where somebody is signed in, and how they sign out there. */
export function SessionPanel({ sessions, endSession, endOthers }: SessionPanelProps) {
  const hasOthers = sessions.some(({ isThis }) => !isThis);
  const columns: readonly DataColumn<SessionView>[] = [
    {
      key: "browser",
      header: "Browser",
      cell: ({ browser, address, mark, isThis }) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2 font-medium">
            {browser}
            {isThis ? (
              <Chip size="sm" variant="soft" color="success">
                This browser
              </Chip>
            ) : null}
          </span>
          <span className="block text-xs break-all text-muted">
            {address === "" ? "IP address no longer stored" : `signed in from ${address}`} · session{" "}
            <code className="font-mono">…{mark}</code>
          </span>
        </>
      ),
    },
    {
      key: "signed-in",
      header: "Signed in",
      wideOnly: true,
      cell: ({ signedInAt }) => <Moment at={signedInAt} className="text-muted" />,
    },
    {
      key: "seen",
      header: "Last used",
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: (session) =>
        session.isThis ? null : (
          <ConfirmButton
            trigger="Sign out"
            triggerLabel={`Sign out ${session.browser}`}
            triggerVariant="ghost"
            title={`Sign out ${session.browser}?`}
            confirm="Sign out"
            run={() => endSession({ sessionId: session.sessionId })}
          >
            This browser has to sign in again.
          </ConfirmButton>
        ),
    },
  ];
  return (
    <Panel
      title="Your sessions"
      description="Sessions end after a day without use, or a week after sign-in."
      flush
      actions={
        <ConfirmButton
          trigger="Sign out other browsers"
          triggerVariant="outline"
          isDisabled={!hasOthers}
          title="Sign out other browsers?"
          confirm="Sign out other browsers"
          run={endOthers}
        >
          All other browsers have to sign in again. If you don't recognise one, change your password
          too.
        </ConfirmButton>
      }
    >
      <DataTable
        caption="Your sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
      />
      {hasOthers ? null : (
        <p className="border-t border-separator px-4 py-3 text-sm text-muted">No other sessions.</p>
      )}
    </Panel>
  );
}
