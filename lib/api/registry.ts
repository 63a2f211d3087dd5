import type { Operation } from "./operation";
import { ACCESS_CODE_OPERATIONS } from "./operations/access-codes";
import { ALERT_OPERATIONS } from "./operations/alerts";
import { AWS_API_OPERATIONS } from "./operations/aws-api";
import { CONTROL_OPERATIONS } from "./operations/controls";
import { CUSTOMER_OPERATIONS } from "./operations/customer";
import { DRAFT_OPERATIONS } from "./operations/drafts";
import { DRAW_OPERATIONS } from "./operations/draws";
import { EVENT_OPERATIONS } from "./operations/events";
import { INSTALLATION_OPERATIONS } from "./operations/installation";
import { LIVE_OPERATIONS } from "./operations/live";
import { LOGIN_OPERATIONS } from "./operations/logins";
import { MESSAGE_OPERATIONS } from "./operations/messages";
import { PEOPLE_OPERATIONS } from "./operations/people";
import { PUBLICATION_OPERATIONS } from "./operations/publications";
import { REHEARSAL_OPERATIONS } from "./operations/rehearsals";
import { RULE_OPERATIONS } from "./operations/rules";
import { RUN_OPERATIONS } from "./operations/runs";
import { SECRET_OPERATIONS } from "./operations/secrets";
import { SITE_OPERATIONS } from "./operations/sites";
import { STAFF_LINK_OPERATIONS } from "./operations/staff-links";
import { TEMPLATE_OPERATIONS } from "./operations/templates";
import { THEME_OPERATIONS } from "./operations/themes";
import { THRESHOLD_OPERATIONS } from "./operations/thresholds";
import { VISITOR_OPERATIONS } from "./operations/visitors";
import { WEBHOOK_OPERATIONS } from "./operations/webhooks";

/** Everything that programs can do, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...EVENT_OPERATIONS,
  ...DRAFT_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...CONTROL_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...ACCESS_CODE_OPERATIONS,
  ...STAFF_LINK_OPERATIONS,
  ...RULE_OPERATIONS,
  ...PUBLICATION_OPERATIONS,
  ...THEME_OPERATIONS,
  ...SECRET_OPERATIONS,
  ...AWS_API_OPERATIONS,
  ...SITE_OPERATIONS,
  ...THRESHOLD_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...LIVE_OPERATIONS,
  ...VISITOR_OPERATIONS,
  ...DRAW_OPERATIONS,
  ...RUN_OPERATIONS,
  ...REHEARSAL_OPERATIONS,
  ...LOGIN_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
];
