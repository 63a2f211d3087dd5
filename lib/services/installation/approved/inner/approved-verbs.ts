import type { z } from "zod";
import type { ApprovalVerb } from "@/lib/domain/approval/approval";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { publishDraftInput, saveSectionInput } from "@/lib/services/event/draft/schemas";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { updateEvent } from "@/lib/services/event/manage/update";
import {
  deleteEventInput,
  eventIdInput,
  pauseEventInput,
  setMessageInput,
  setOutflowInput,
  startEventInput,
} from "@/lib/services/event/settings/inputs";
import { updateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { createInvitationInput } from "@/lib/services/people/invitation/schemas";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { changeRoleInput } from "@/lib/services/people/membership/schemas";
import { removeProvider, setProvider } from "@/lib/services/people/single-sign-on/provider";
import { setProviderInput } from "@/lib/services/people/single-sign-on/schemas";
import { publish } from "@/lib/services/sites/publication/publish";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import { rollBackInput } from "@/lib/services/sites/publication/schemas";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import { createSecretInput, secretIdInput } from "@/lib/services/sites/secret/schemas";

type Run = (context: ServiceContext, input: unknown) => Promise<unknown>;

function running<Schema extends z.ZodType>(
  schema: Schema,
  verb: (context: ServiceContext, input: z.output<Schema>) => Promise<unknown>,
): Run {
  return (context, input) => verb(context, schema.parse(input));
}

/** What runs when a request is approved, for each verb that can be asked for. */
export const APPROVED_VERBS: Readonly<Record<ApprovalVerb, Run>> = {
  "event.stop": running(eventIdInput, stopEvent),
  "event.let-through": running(eventIdInput, letEverybodyThrough),
  "invitation.create": running(createInvitationInput, createInvitation),
  "member.change-role": running(changeRoleInput, changeRole),
  "single-sign-on.set": running(setProviderInput, setProvider),
  "single-sign-on.remove": (context) => removeProvider(context),
  "event.update": running(updateEventInput, updateEvent),
  "event.publish-draft": running(publishDraftInput, publishDraft),
  "event.save-section": running(saveSectionInput, saveSection),
  "event.set-outflow": running(setOutflowInput, setOutflow),
  "event.start": running(startEventInput, startEvent),
  "event.restore": running(eventIdInput, restoreEvent),
  "event.set-message": running(setMessageInput, setMessage),
  "event.pause": running(pauseEventInput, pauseEvent),
  "publication.publish": (context) => publish(context),
  "publication.roll-back": running(rollBackInput, rollBack),
  "event.delete": running(deleteEventInput, deleteEvent),
  "secret.create": running(createSecretInput, createSecret),
  "secret.activate": running(secretIdInput, activateSecret),
  "secret.revoke": running(secretIdInput, revokeSecret),
};
