import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { PERMISSION_NAMES } from "@/components/members/role-names";
import { FormMessage } from "@/components/shared/form-message";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { useAct } from "@/components/shared/use-act";
import { useReauthenticate } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { LoginRequestView } from "@/lib/services/people/api-key/login/decide";
import type { DeviceLoginActions } from "./device-login";

type RequestPanelProps = {
  request: LoginRequestView;
  customerName: string;
  actions: DeviceLoginActions;
  onDone: (decision: "approved" | "refused") => void;
  onBack: () => void;
};

/** What a program asks for, with the code to compare, and the decision. */
export function RequestPanel(props: RequestPanelProps) {
  const { request, customerName, actions, onDone, onBack } = props;
  const { userCode, name, permissions, lacking, keyExpiresAt, network, expiresAt } = request;
  const { isPending, message, act } = useAct();
  const approve = useReauthenticate()(actions.approve);
  const canApprove = lacking.length === 0;
  return (
    <Panel title={`${name} asks for an API key`}>
      <div className="flex flex-col gap-4">
        <FormMessage message={message} />
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
          <Fact name="Code">
            <span className="font-mono text-xl tracking-widest">{userCode}</span>
          </Fact>
          <Fact name="Code expires">
            <Moment at={expiresAt} seconds />
          </Fact>
          <Fact name="Access to">{customerName}</Fact>
          <Fact name="Key valid until">
            <Moment at={keyExpiresAt} />
          </Fact>
          <Fact name="Requested from">{network === "" ? "Unknown network" : network}</Fact>
        </dl>
        <div>
          <h3 className="mb-2 text-sm font-medium">What it may do</h3>
          <ul className="grid grid-cols-1 gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {permissions.map((permission) => (
              <Allowed key={permission} isLacking={lacking.includes(permission)}>
                {PERMISSION_NAMES[permission]}
              </Allowed>
            ))}
          </ul>
        </div>
        {canApprove ? (
          <Notice tone="warning">
            Approve only if you started this sign-in yourself and your terminal shows this code.
          </Notice>
        ) : (
          <Notice tone="danger">
            Your role doesn't include what is crossed out, so you can't approve this. Refuse it and
            ask for less, for example with stanchion login --access viewer.
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="tertiary" isDisabled={isPending} onClick={onBack}>
            Back
          </Button>
          <Button
            size="sm"
            variant="secondary"
            isDisabled={isPending}
            onClick={() =>
              act(
                () => actions.refuse({ userCode }),
                () => onDone("refused"),
              )
            }
          >
            Refuse
          </Button>
          <Button
            size="sm"
            isDisabled={!canApprove}
            isPending={isPending}
            onClick={() =>
              act(
                () => approve({ userCode }),
                () => onDone("approved"),
              )
            }
          >
            Approve
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

function Allowed({ isLacking, children }: { isLacking: boolean; children: ReactNode }) {
  const Icon = isLacking ? X : Check;
  return (
    <li className="flex items-start gap-1.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {isLacking ? <s>{children}</s> : <span>{children}</span>}
    </li>
  );
}
