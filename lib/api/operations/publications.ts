import { comparePublications } from "@/lib/services/sites/publication/compare";
import { getPublication } from "@/lib/services/sites/publication/get";
import { getBrowserRules } from "@/lib/services/sites/publication/get-browser-rules";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { pagePublications } from "@/lib/services/sites/publication/list";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import { setBrowserRules } from "@/lib/services/sites/publication/set-browser-rules";
import { getPush } from "@/lib/services/sites/push/get";
import { retryPush } from "@/lib/services/sites/push/retry";
import { setPushUrl } from "@/lib/services/sites/push/set-url";
import {
  browserRulesAnswer,
  configKeyAnswer,
  listedPublicationAnswer,
  publicationAnswer,
  pushAnswer,
  ruleDifferenceAnswer,
  unpublishedChangesAnswer,
} from "../answers/publication";
import { listing, type Operation, operation, pageSchema } from "../operation";

const TAG = { tag: "Publications" } as const;
const PUSH = { ...TAG, output: pushAnswer.nullable() } as const;

/** Versions of the rules that connectors have, and how they get them. */
export const PUBLICATION_OPERATIONS: readonly Operation[] = [
  operation(pagePublications, {
    ...{ ...TAG, id: "listPublications", method: "GET", path: "/publications" },
    summary: "List published versions",
    output: pageSchema(listedPublicationAnswer),
    example: { limit: 20 },
  }),
  operation(publish, {
    ...{ ...TAG, id: "publishRules", method: "POST", path: "/publications", status: 201 },
    asksApproval: true,
    summary: "Publish the rules",
    description: "With `seen` of the unpublished changes only what you have seen is published.",
    output: publicationAnswer,
    example: {},
  }),
  operation(getUnpublishedChanges, {
    ...{ ...TAG, id: "getUnpublishedChanges", method: "GET", path: "/unpublished-changes" },
    summary: "Get unpublished changes",
    output: unpublishedChangesAnswer,
    example: {},
  }),
  operation(getPublication, {
    ...{ ...TAG, id: "getPublication", method: "GET", path: "/publications/{version}" },
    summary: "Get a published version",
    output: publicationAnswer,
    example: { version: 1 },
  }),
  listing(comparePublications, {
    ...{ ...TAG, id: "comparePublications", method: "GET" },
    path: "/publications/{version}/differences",
    summary: "Compare two published versions",
    description: "`against` is the other version, or 0 for none.",
    of: ruleDifferenceAnswer,
    by: ({ kind, name }) => `${kind} ${name}`,
    example: { version: 1, against: 0 },
  }),
  operation(rollBack, {
    ...{ ...TAG, id: "rollBackRules", method: "POST", path: "/publications/{version}/roll-back" },
    asksApproval: true,
    summary: "Publish an earlier version again",
    description: "`newest` is the newest version that you know: with any other nothing happens.",
    output: publicationAnswer,
    example: { version: 1, newest: 2 },
  }),
  operation(getBrowserRules, {
    ...{ ...TAG, id: "getBrowserRules", method: "GET", path: "/browser-rules" },
    summary: "Tell whether everyone may read the rules",
    output: browserRulesAnswer,
    example: {},
  }),
  operation(setBrowserRules, {
    ...{ ...TAG, id: "setBrowserRules", method: "PUT", path: "/browser-rules" },
    ...{ summary: "Let everyone read the rules", revises: "getBrowserRules" },
    output: browserRulesAnswer,
    example: { isOpen: true },
  }),
  listing(listConfigKeys, {
    ...{ ...TAG, id: "listConfigKeys", method: "GET", path: "/config-keys" },
    summary: "List keys that sign the rules",
    of: configKeyAnswer,
    by: ({ keyId }) => keyId,
    example: {},
  }),
  operation(getPush, {
    ...{ ...PUSH, id: "getConfigPush", method: "GET", path: "/config-push" },
    summary: "Get where rules are pushed to",
    example: {},
  }),
  operation(setPushUrl, {
    ...{ ...PUSH, id: "setConfigPush", method: "PUT", path: "/config-push" },
    summary: "Set where rules are pushed to",
    ...{ description: "An empty `url` ends it.", revises: "getConfigPush" },
    example: { url: "https://shop.example.com/stanchion-rules" },
  }),
  operation(retryPush, {
    ...{ ...TAG, id: "retryConfigPush", method: "POST", path: "/config-push/retry" },
    summary: "Push the newest rules again",
    output: pushAnswer,
    example: {},
  }),
];
