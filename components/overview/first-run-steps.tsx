"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { ConnectPanel } from "@/components/secrets/connect-panel";
import { CreateApiKey } from "@/components/secrets/create-api-key";
import { GenerateSecret } from "@/components/secrets/generate-secret";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { orOffline } from "@/components/shared/or-offline";
import { RoleNote } from "@/components/shared/role-note";
import { CreateStaffLink } from "@/components/staff-links/create-staff-link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/action-result";
import type { FirstRunActions, FirstRunPath } from "./first-run-path";
import { FROM_FIRST_STEPS } from "./first-steps-return";

type StepProps = { path: FirstRunPath };
type ActingStepProps = StepProps & { actions: FirstRunActions };

export function EventStep({ path }: StepProps) {
  return (
    <>
      <p>The waiting room: where its visitors go, and how many may enter per minute.</p>
      {path.can.createEvent ? (
        <ButtonLink href={`/events/new${FROM_FIRST_STEPS}`}>Create an event</ButtonLink>
      ) : (
        <RoleNote permission="event:write" act="create events" />
      )}
    </>
  );
}

export function SecretStep({ path, actions }: ActingStepProps) {
  const { state, can } = path;
  return (
    <>
      <p>
        With the secret your site proves that a visitor has waited; with the key it asks for the
        rules. Each is shown once.
      </p>
      {can.makeSecret ? (
        <div className="flex flex-wrap gap-2">
          {state.hasSecret ? null : (
            <GenerateSecret variant="primary" actions={actions.secret} events={[]} />
          )}
          {state.hasApiKey ? null : (
            <CreateApiKey
              variant={state.hasSecret ? "primary" : "secondary"}
              create={actions.createApiKey}
            />
          )}
        </div>
      ) : (
        <RoleNote permission="secret:write" act="make secrets and keys" />
      )}
    </>
  );
}

export function RuleStep({ path, actions }: ActingStepProps) {
  const { state, can } = path;
  return (
    <>
      <p>
        A rule says which pages of your site go through an event. Connectors get what is published.
      </p>
      {can.writeRule && !state.hasRule ? (
        <ButtonLink href={`/rules/new${FROM_FIRST_STEPS}`}>Add a rule</ButtonLink>
      ) : null}
      {state.hasRule && can.publish ? (
        <ActButton run={() => actions.publish({})} done="The rules are published">
          Publish the rules
        </ActButton>
      ) : null}
      {can.writeRule ? null : <RoleNote permission="rule:write" act="write rules" />}
      {state.hasRule && !can.publish ? (
        <RoleNote permission="publication:write" act="publish rules" />
      ) : null}
    </>
  );
}

export function ConnectorStep({ path }: StepProps) {
  return (
    <>
      <p className="flex items-center gap-2">
        <Spinner size="sm" />
        Waiting for a connector to ask for the rules. This ticks itself within seconds.
      </p>
      <div className="w-full min-w-0 [&_[data-slot=panel]]:shadow-none">
        <ConnectPanel customerId={path.customerId} waitingRoomUrl={path.waitingRoomUrl} />
      </div>
      <DocsLink page="connectors/server">Other sites and servers</DocsLink>
    </>
  );
}

export function VisitStep({ path, actions }: ActingStepProps) {
  const { event } = path.state;
  if (event === null) return <p>First create an event.</p>;
  const { eventId, name, isOpen } = event;
  if (!path.can.operate) return <RoleNote permission="event:operate" act="start events" />;
  if (isOpen) return <OpenVisit path={path} actions={actions} event={event} />;
  return (
    <>
      <p>{name} is not open yet: start it, then visit a protected page of your site.</p>
      <ActButton run={() => actions.start({ eventId })} done={`${name} is open`}>
        Start {name}
      </ActButton>
    </>
  );
}

type OpenVisitProps = ActingStepProps & { event: NonNullable<FirstRunPath["state"]["event"]> };

/** Nobody waits in an empty line, so whoever wants to see the waiting page pauses it. */
function OpenVisit({ path, actions, event }: OpenVisitProps) {
  const { eventId, name, isPaused, targetUrl } = event;
  const link = (
    <a href={targetUrl} target="_blank" rel="noreferrer" className="link-text break-all">
      {targetUrl}
    </a>
  );
  return (
    <>
      <p>
        {isPaused ? (
          <>
            Open {link}. You see the page on which visitors wait. Then resume {name}, and you go in.
          </>
        ) : (
          <>
            Pause {name}, so that you see the page on which visitors wait. Without visitors before
            you, you would go straight in.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {isPaused ? (
          <ActButton run={() => actions.resume({ eventId })} done={`${name} lets visitors in`}>
            Resume {name}
          </ActButton>
        ) : (
          <ActButton run={() => actions.pause({ eventId })} done={`${name} is paused`}>
            Pause {name}
          </ActButton>
        )}
        {path.can.makeStaffLink ? (
          <CreateStaffLink variant="secondary" eventId={eventId} create={actions.createStaffLink} />
        ) : null}
      </div>
    </>
  );
}

/** What somebody reads who has taken every step. */
export function Finished({ path }: StepProps) {
  const { event } = path.state;
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-4 text-sm text-muted">
      <p>
        A visitor has come through your waiting room, and your site is protected. To see the page on
        which visitors wait once more, pause the event and open a protected page.
      </p>
      {event === null ? null : (
        <ButtonLink href={`/events/${event.eventId}`} variant="secondary">
          Open {event.name}
        </ButtonLink>
      )}
    </div>
  );
}

type ActButtonProps = {
  run: () => Promise<ActionResult<unknown>>;
  done: string;
  children: ReactNode;
};

/** Does something at once, and says how it went. */
function ActButton({ run, done, children }: ActButtonProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const act = () =>
    startTransition(async () => {
      const result = await orOffline(run());
      if (result.ok) toast.success(done);
      else toast.danger(result.error.message);
      router.refresh();
    });
  return (
    <Button size="sm" isPending={isPending} onClick={act}>
      {children}
    </Button>
  );
}
