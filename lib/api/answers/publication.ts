import { z } from "zod";
import { moment } from "./event";
import { named } from "./names";
import { integrationConfigAnswer } from "./rule";

const summary = z.object({
  version: z.number().int(),
  publishedAt: moment,
  publishedBy: z.string(),
  ruleNames: z.array(z.string()),
  repeats: z.number().int().nullable(),
});

const count = z.number().int();

/** A version in the list, with how many rules it changed. */
export const listedPublicationAnswer = named(
  "ListedPublication",
  summary.extend({
    counts: z.object({ added: count, removed: count, changed: count, moved: count }),
  }),
);

/** A version as connectors got it. */
export const publicationAnswer = named(
  "Publication",
  summary.extend({
    config: integrationConfigAnswer,
    alwaysWaitRules: z.array(z.string()),
    text: z.string(),
  }),
);

/** How one rule differs between two versions. */
export const ruleDifferenceAnswer = named(
  "RuleDifference",
  z.object({
    name: z.string(),
    kind: z.enum(["added", "removed", "changed", "moved"]),
    from: z.number().int().nullable(),
    to: z.number().int().nullable(),
    isMoved: z.boolean(),
    fields: z.array(
      z.object({
        label: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  }),
);

/** How the rules of now differ from those that connectors have. */
export const unpublishedChangesAnswer = named(
  "UnpublishedChanges",
  z.object({
    publishedVersion: z.number().int().nullable(),
    publishedAt: moment.nullable(),
    publishedBy: z.string().nullable(),
    problem: z.string().nullable(),
    differences: z.array(ruleDifferenceAnswer),
    hasChanges: z.boolean(),
    seen: z.string(),
  }),
);

/** A public key that signs what connectors pull. */
export const configKeyAnswer = named(
  "ConfigKey",
  z.object({
    keyId: z.string(),
    publicKey: z.string(),
    createdAt: moment,
    activatedAt: moment.nullable(),
  }),
);

export const browserRulesAnswer = named("BrowserRules", z.object({ isOpen: z.boolean() }));

/** Where rules are sent, and how that went. */
export const pushAnswer = named(
  "ConfigPush",
  z.object({
    url: z.string(),
    state: z.enum(["idle", "waiting", "delivered", "failed"]),
    version: z.number().int().nullable(),
    attempts: z.number().int(),
    attemptedAt: moment.nullable(),
    nextAttemptAt: moment.nullable(),
    problem: z.string().nullable(),
    deliveredVersion: z.number().int().nullable(),
    deliveredAt: moment.nullable(),
  }),
);
