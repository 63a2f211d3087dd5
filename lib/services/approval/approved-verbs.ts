import type { z } from "zod";
import type { ApprovalVerb } from "@/lib/domain/approval/approval";
import type { ServiceContext } from "@/lib/services/context";
import { deleteEvent } from "@/lib/services/event/delete";
import {
  deleteEventInput,
  eventIdInput,
  setOutflowInput,
  startEventInput,
} from "@/lib/services/event/inputs";
import { letEverybodyThrough } from "@/lib/services/event/let-through";
import { restoreEvent } from "@/lib/services/event/restore";
import { updateEventInput } from "@/lib/services/event/schemas";
import { setOutflow } from "@/lib/services/event/set-outflow";
import { startEvent } from "@/lib/services/event/start";
import { stopEvent } from "@/lib/services/event/stop";
import { updateEvent } from "@/lib/services/event/update";
import { publishDraft } from "@/lib/services/event-draft/publish";
import { saveSection } from "@/lib/services/event-draft/save-section";
import { publishDraftInput, saveSectionInput } from "@/lib/services/event-draft/schemas";
import { createInvitation } from "@/lib/services/invitation/create";
import { createInvitationInput } from "@/lib/services/invitation/schemas";
import { changeRole } from "@/lib/services/membership/change-role";
import { changeRoleInput } from "@/lib/services/membership/schemas";
import { activateSecret } from "@/lib/services/secret/activate";
import { createSecret } from "@/lib/services/secret/create";
import { revokeSecret } from "@/lib/services/secret/revoke";
import { createSecretInput, secretIdInput } from "@/lib/services/secret/schemas";
import { removeProvider, setProvider } from "@/lib/services/single-sign-on/provider";
import { setProviderInput } from "@/lib/services/single-sign-on/schemas";

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
  "event.delete": running(deleteEventInput, deleteEvent),
  "secret.create": running(createSecretInput, createSecret),
  "secret.activate": running(secretIdInput, activateSecret),
  "secret.revoke": running(secretIdInput, revokeSecret),
};
