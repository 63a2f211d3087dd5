import type { SecretActions } from "@/components/secrets/secret-actions";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EventIdInput } from "@/lib/services/event/settings/inputs";
import type { CreateStaffLinkInput } from "@/lib/services/event/staff-link/schemas";
import type { FirstRunState } from "@/lib/services/installation/customer/first-run";
import type { CreateApiKeyInput } from "@/lib/services/people/api-key/schemas";

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
