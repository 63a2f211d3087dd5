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
      <p>Set the page to protect and how many visitors it can take per minute.</p>
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
        The secret verifies that a visitor has waited; the API key lets your site fetch the rules.
        Each is shown only once.
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
        <RoleNote permission="secret:write" act="create secrets and keys" />
      )}
    </>
  );
}

export function RuleStep({ path, actions }: ActingStepProps) {
  const { state, can } = path;
  return (
    <>
      <p>A rule sends visitors of a page through an event. Connectors only see published rules.</p>
      {can.writeRule && !state.hasRule ? (
        <ButtonLink href={`/rules/new${FROM_FIRST_STEPS}`}>Add rule</ButtonLink>
      ) : null}
      {state.hasRule && can.publish ? (
        <ActButton run={() => actions.publish({})} done="Rules published">
          Publish rules
        </ActButton>
      ) : null}
      {can.writeRule ? null : <RoleNote permission="rule:write" act="change rules" />}
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
        Waiting for a connector to fetch the rules. Detected automatically.
      </p>
      <div className="w-full min-w-0 [&_[data-slot=panel]]:shadow-none">
        <ConnectPanel customerId={path.customerId} waitingRoomUrl={path.waitingRoomUrl} />
      </div>
      <DocsLink page="connectors/server">Other platforms</DocsLink>
    </>
  );
}

export function VisitStep({ path, actions }: ActingStepProps) {
  const { event } = path.state;
  if (event === null) return <p>Create an event first.</p>;
  const { eventId, name, isOpen } = event;
  if (!path.can.operate) return <RoleNote permission="event:operate" act="start events" />;
  if (isOpen) return <OpenVisit path={path} actions={actions} event={event} />;
  return (
    <>
      <p>{name} is not open yet. Start it, then visit a protected page on your site.</p>
      <ActButton run={() => actions.start({ eventId })} done={`${name} is open`}>
        Start {name}
      </ActButton>
    </>
  );
}

type OpenVisitProps = ActingStepProps & { event: NonNullable<FirstRunPath["state"]["event"]> };

/** Nobody waits in an empty line, so whoever wants to see the waiting page pauses it. */
function OpenVisit({ path, actions, event }: OpenVisitProps) {
  const { eventId, name, isPaused, startsLater, targetUrl } = event;
  const link = (
    <a href={targetUrl} target="_blank" rel="noreferrer" className="link-text break-all">
      {targetUrl}
    </a>
  );
  if (startsLater)
    return (
      <p>
        Open {link} to see the countdown. Visitors are admitted once {name} has started.
      </p>
    );
  return (
    <>
      <p>
        {isPaused ? (
          <>
            Open {link} to see the waiting page. Then resume {name} to be let in.
          </>
        ) : (
          <>Pause {name} to see the waiting page. Otherwise you would be let straight in.</>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {isPaused ? (
          <ActButton run={() => actions.resume({ eventId })} done={`${name} is resumed`}>
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
        Your site is protected, and a visitor has come through the waiting room. To see the waiting
        page again, pause the event and open a protected page.
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
