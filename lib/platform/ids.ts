import { randomBytes } from "node:crypto";

const ID_PREFIXES = {
  user: "usr",
  customer: "cus",
  membership: "mem",
  invitation: "inv",
  passwordReset: "pwr",
  session: "ses",
  passkey: "psk",
  recoveryCode: "rec",
  emailChange: "ech",
  userIdentity: "uid",
  event: "evt",
  run: "run",
  rule: "rul",
  publication: "pub",
  configKey: "cfk",
  secret: "sec",
  captchaKey: "cap",
  apiKey: "key",
  installationKey: "ink",
  staffLink: "stl",
  accessCodeBatch: "acb",
  auditEntry: "aud",
  theme: "thm",
  themeRevision: "rev",
  themeAsset: "tha",
  customerHost: "hst",
  addressList: "adl",
  rehearsal: "reh",
  approval: "apr",
  auditErasure: "aer",
  eventDraft: "evd",
  eventTemplate: "evp",
  savedMessage: "svm",
  domainEvent: "msg",
  webhookEndpoint: "whe",
  threshold: "thr",
  alertChannel: "alc",
  alertRule: "alu",
  alert: "alt",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** An opaque id with the prefix of its kind and 128 random bits, e.g. `evt_3kTn…`. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${randomBytes(16).toString("base64url")}`;
}
