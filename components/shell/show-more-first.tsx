import { useRouter } from "next/navigation";
import { AddPasskey } from "@/components/account/add-passkey";
import type { AddedFactor, FactorActions } from "@/components/account/factor-actions";
import { MailedCode } from "@/components/account/mailed-code";
import { SetUpApp } from "@/components/account/set-up-app";
import { useShowRecoveryCodes } from "@/components/account/show-recovery-codes";
import { ButtonLink } from "@/components/shared/button-link";
import { Panel } from "@/components/shared/panel";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { SignInLack } from "@/lib/domain/sign-in/methods";
import type { Action } from "@/lib/http/action-result";
import { leaveConsole } from "./leave-console";
import { Logo } from "./logo";
import type { ShellCustomer } from "./shell-data";

type ShowMoreFirstProps = {
  customerName: string;
  customerId: string;
  what: SignInLack;
  /** Customers in which this session may work. */
  others: readonly ShellCustomer[];
  /** A code from the mailbox is wanted before a first second factor can be set up. */
  needsCode: boolean;
  actions: FactorActions;
  switchCustomer: Action<{ customerId: string }, unknown>;
};

/** Stands instead of every page of a customer that wants more shown than this session has. */
export function ShowMoreFirst(props: ShowMoreFirstProps) {
  const { customerName, customerId, what, others, needsCode, actions, switchCustomer } = props;
  const router = useRouter();
  const { isPending, act } = useAct();
  const choose = (id: string) =>
    act(() => switchCustomer({ customerId: id }), router.refresh, toast.danger);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-4 py-8">
      <Logo className="size-8" />
      <h1 className="text-lg font-semibold tracking-tight text-balance">
        {what === "second-factor"
          ? `${customerName} requires a second factor`
          : `${customerName} requires single sign-on`}
      </h1>
      {what === "second-factor" ? (
        <SecondFactor needsCode={needsCode} actions={actions} />
      ) : (
        <ButtonLink
          href={`/sign-in/single-sign-on?${new URLSearchParams({ customer: customerId })}`}
          size="md"
        >
          Sign in with SSO
        </ButtonLink>
      )}
      {others.map((customer) => (
        <Button
          key={customer.id}
          fullWidth
          variant="secondary"
          isPending={isPending}
          onClick={() => choose(customer.id)}
        >
          Switch to {customer.name}
        </Button>
      ))}
      <Button variant="ghost" onClick={() => void leaveConsole()}>
        Sign out
      </Button>
    </main>
  );
}

type SecondFactorProps = Pick<ShowMoreFirstProps, "needsCode" | "actions">;

function SecondFactor({ needsCode, actions }: SecondFactorProps) {
  const router = useRouter();
  const showCodes = useShowRecoveryCodes();
  const onAdded = ({ recoveryCodes }: AddedFactor) => {
    if (recoveryCodes === null) router.refresh();
    else showCodes(recoveryCodes);
  };
  return (
    <>
      <p className="text-sm text-pretty text-muted">
        Set one up to continue. If you already have one, sign out and sign in with it.
      </p>
      <Panel>
        {needsCode ? (
          <MailedCode actions={actions} />
        ) : (
          <SetUpOne actions={actions} onAdded={onAdded} />
        )}
      </Panel>
    </>
  );
}

type SetUpOneProps = { actions: FactorActions; onAdded: (added: AddedFactor) => void };

function SetUpOne({ actions, onAdded }: SetUpOneProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        A <strong>passkey</strong>: sign in with your phone, laptop or security key.
      </p>
      <div>
        <AddPasskey actions={actions} onAdded={onAdded} />
      </div>
      <p className="border-t border-separator pt-4 text-sm">
        <strong>Authenticator app</strong>: enter a six-digit code after your password.
      </p>
      <div>
        <SetUpApp actions={actions} onAdded={onAdded} />
      </div>
    </div>
  );
}
