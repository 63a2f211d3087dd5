import type { z } from "zod";
import type { ApprovalVerb } from "@/lib/domain/approval/approval";
import type { ServiceContext } from "@/lib/services/context";
import { deleteEvent } from "@/lib/services/event/delete";
import { deleteEventInput, eventIdInput } from "@/lib/services/event/inputs";
import { letEverybodyThrough } from "@/lib/services/event/let-through";
import { stopEvent } from "@/lib/services/event/stop";
import { activateSecret } from "@/lib/services/secret/activate";
import { createSecret } from "@/lib/services/secret/create";
import { revokeSecret } from "@/lib/services/secret/revoke";
import { createSecretInput, secretIdInput } from "@/lib/services/secret/schemas";

type Run = (context: ServiceContext, input: unknown) => Promise<unknown>;

function running<Schema extends z.ZodType>(
  schema: Schema,
  verb: (context: ServiceContext, input: z.output<Schema>) => Promise<unknown>,
): Run {
  return (context, input) => verb(context, schema.parse(input));
}

/** What runs when a request is approved, for each verb that can be asked for. */
export const APPROVED_VERBS: Readonly<Partial<Record<ApprovalVerb, Run>>> = {
  "event.stop": running(eventIdInput, stopEvent),
  "event.let-through": running(eventIdInput, letEverybodyThrough),
  "event.delete": running(deleteEventInput, deleteEvent),
  "secret.create": running(createSecretInput, createSecret),
  "secret.activate": running(secretIdInput, activateSecret),
  "secret.revoke": running(secretIdInput, revokeSecret),
};
