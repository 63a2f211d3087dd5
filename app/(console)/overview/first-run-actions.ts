import type { FirstRunActions } from "@/components/overview/first-run-path";
import { createStaffLinkAction } from "../events/[eventId]/staff-links/actions";
import { pauseAction, resumeAction, startAction } from "../events/actions";
import { publishAction } from "../rules/actions";
import {
  activateSecretAction,
  createApiKeyAction,
  createSecretAction,
  retireSecretAction,
  revealSecretAction,
  revokeSecretAction,
} from "../secrets/actions";

/** What the first steps do in place. */
export const FIRST_RUN_ACTIONS: FirstRunActions = {
  secret: {
    create: createSecretAction,
    reveal: revealSecretAction,
    activate: activateSecretAction,
    retire: retireSecretAction,
    revoke: revokeSecretAction,
  },
  createApiKey: createApiKeyAction,
  publish: publishAction,
  start: startAction,
  pause: pauseAction,
  resume: resumeAction,
  createStaffLink: createStaffLinkAction,
};
