import type { SecretActions } from "@/components/secrets/secret-actions";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { CreateApiKeyInput } from "@/lib/services/api-key/schemas";
import type { FirstRunState } from "@/lib/services/customer/first-run";
import type { EventIdInput } from "@/lib/services/event/inputs";
import type { CreateStaffLinkInput } from "@/lib/services/staff-link/schemas";

/** The way to the first visitor, how far it has been gone, and which steps the caller's role may take. */
export type FirstRunPath = {
  readonly state: FirstRunState;
  readonly customerId: string;
  readonly waitingRoomUrl: string;
  readonly can: {
    readonly createEvent: boolean;
    readonly makeSecret: boolean;
    readonly writeRule: boolean;
    readonly publish: boolean;
    readonly operate: boolean;
    readonly makeStaffLink: boolean;
  };
};

export type FirstRunActions = {
  readonly secret: SecretActions;
  readonly createApiKey: Action<CreateApiKeyInput, { readonly text: string }>;
  readonly publish: (input: object) => Promise<ActionResult<unknown>>;
  readonly start: Action<EventIdInput, unknown>;
  readonly pause: Action<EventIdInput, unknown>;
  readonly resume: Action<EventIdInput, unknown>;
  readonly createStaffLink: Action<CreateStaffLinkInput, { readonly url: string }>;
};
