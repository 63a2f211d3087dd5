const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long what is about a person is kept. The first two are set for each installation. */
export type RetentionPeriods = {
  readonly admissionsMs: number;
  readonly addressesMs: number;
};

/** What the environment may set, with its bounds. */
export const RETENTION = {
  /** A place lives for thirty days in a browser: an admission is known for as long, also after a loss. */
  admissionsDays: { default: 90, least: 31, most: 3_650 },
  addressesHours: { default: 24, least: 1, most: 8_760 },
  /** Audit entries; 0 keeps them as long as the customer. */
  auditDays: { default: 0, least: 0, most: 36_500 },
} as const;

export function retentionPeriods(set: {
  readonly admissionsDays: number;
  readonly addressesHours: number;
}): RetentionPeriods {
  return { admissionsMs: set.admissionsDays * DAY_MS, addressesMs: set.addressesHours * HOUR_MS };
}

/** After it was accepted or has expired. */
export const INVITATION_KEPT_MS = 30 * DAY_MS;
/** After it was used or has expired. */
export const PASSWORD_RESET_KEPT_MS = DAY_MS;
/** Of a file that no theme uses any more: pages that are open may still ask for it. */
export const UNUSED_ASSET_KEPT_MS = DAY_MS;
/** After it was relayed. */
export const OUTBOX_KEPT_MS = DAY_MS;

/** What happened, and what was told of it to whom. */
export const DOMAIN_EVENT_KEPT_MS = 30 * DAY_MS;

/** What programs were answered, so that what they repeat is carried out once. */
export const API_ANSWER_KEPT_MS = DAY_MS;
