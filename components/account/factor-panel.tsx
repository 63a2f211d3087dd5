"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { DocsLink } from "@/components/shared/docs-link";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Chip } from "@/components/ui/chip";
import type { Factors } from "@/lib/services/people/factor/factors";
import type { PasskeyView } from "@/lib/services/people/passkey/manage";
import { AddPasskey } from "./add-passkey";
import type { AddedFactor, FactorActions } from "./factor-actions";
import { MailedCode } from "./mailed-code";
import { RenamePasskey } from "./rename-passkey";
import { SetUpApp } from "./set-up-app";
import { useShowRecoveryCodes } from "./show-recovery-codes";

type FactorPanelProps = {
  factors: Factors;
  passkeys: readonly PasskeyView[];
  /** A code from the mailbox is wanted before the first one can be set up. */
  needsCode: boolean;
  actions: FactorActions;
};

/** What somebody shows besides a password, or instead of one. */
export function FactorPanel({ factors, passkeys, needsCode, actions }: FactorPanelProps) {
  const router = useRouter();
  const showCodes = useShowRecoveryCodes();
  const onAdded = ({ recoveryCodes }: AddedFactor) => {
    if (recoveryCodes === null) router.refresh();
    else showCodes(recoveryCodes);
  };
  const hasAny = factors.totp || factors.passkeys > 0;
  const setUpApp = needsCode ? null : <SetUpApp actions={actions} onAdded={onAdded} />;
  const ofApp = factors.totp ? <RemoveApp remove={actions.removeTotp} /> : setUpApp;
  return (
    <Panel
      title="Two-factor authentication"
      description="Protects your account even if someone learns your password."
      actions={<DocsLink page="signing-in">How sign-in works</DocsLink>}
    >
      {needsCode ? (
        <div className="mb-4 border-b border-separator pb-4">
          <MailedCode actions={actions} />
        </div>
      ) : null}
      <ul className="-my-3 divide-y divide-separator">
        <Row
          title="Passkeys"
          state={factors.passkeys > 0}
          text="Sign in with your phone, laptop or security key. No password needed, and phishing-resistant."
          act={needsCode ? null : <AddPasskey actions={actions} onAdded={onAdded} />}
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} actions={actions} />
          ))}
        </Row>
        <Row
          title="Authenticator app"
          state={factors.totp}
          text="Enter a six-digit code from an app after your password."
          act={ofApp}
        />
        {hasAny ? (
          <Row
            title="Recovery codes"
            state={factors.recoveryCodes > 0}
            text={`${factors.recoveryCodes} of 10 left. Each works once if you lose your other factors.`}
            act={<RenewCodes renew={actions.renewCodes} show={showCodes} />}
          />
        ) : null}
      </ul>
    </Panel>
  );
}

type RowProps = {
  title: string;
  state: boolean;
  text: string;
  act: ReactNode;
  children?: ReactNode;
};

function Row({ title, state, text, act, children }: RowProps) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="max-w-prose min-w-0">
          <h3 className="flex items-center gap-2 text-sm font-medium">
            {title}
            <Chip size="sm" variant="soft" color={state ? "success" : "default"}>
              {state ? "On" : "Off"}
            </Chip>
          </h3>
          <p className="mt-0.5 text-sm text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-2">{act}</div>
      </div>
      {children}
    </li>
  );
}

type PasskeyRowProps = { passkey: PasskeyView; actions: FactorActions };

function PasskeyRow({ passkey, actions }: PasskeyRowProps) {
  const { passkeyId, name, createdAt, lastUsedAt } = passkey;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border border-border px-3 py-2 text-sm">
      <div className="min-w-0">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-muted">
          added <Moment at={createdAt} />
          {lastUsedAt === null ? (
            ", never used"
          ) : (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <RenamePasskey passkey={passkey} rename={actions.renamePasskey} />
        <ConfirmButton
          trigger="Remove"
          triggerLabel={`Remove the passkey ${name}`}
          triggerVariant="ghost"
          title={`Remove the passkey ${name}?`}
          confirm="Remove passkey"
          run={() => actions.removePasskey({ passkeyId })}
        >
          You can no longer sign in with it. Delete it from your device as well.
        </ConfirmButton>
      </div>
    </div>
  );
}

function RemoveApp({ remove }: { remove: FactorActions["removeTotp"] }) {
  return (
    <ConfirmButton
      trigger="Remove"
      triggerLabel="Remove authenticator app"
      triggerVariant="ghost"
      title="Remove authenticator app?"
      confirm="Remove app"
      run={remove}
    >
      Without a passkey, you'll sign in with your password only and lose access to customers that
      require a second factor.
    </ConfirmButton>
  );
}

type RenewCodesProps = {
  renew: FactorActions["renewCodes"];
  show: (codes: readonly string[]) => void;
};

function RenewCodes({ renew, show }: RenewCodesProps) {
  const repeatAfterProof = useRepeatAfterProof();
  return (
    <ConfirmButton
      trigger="Regenerate"
      triggerVariant="secondary"
      title="Generate new recovery codes?"
      confirm="Generate codes"
      run={async () => {
        const result = await repeatAfterProof(renew);
        if (result.ok) show(result.data.recoveryCodes);
        return result;
      }}
      // Nothing is loaded anew while the codes are shown.
      onDone={() => undefined}
    >
      Your current codes stop working.
    </ConfirmButton>
  );
}
