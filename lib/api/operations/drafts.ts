import { discardDraft } from "@/lib/services/event/draft/discard";
import { listDrafts } from "@/lib/services/event/draft/list";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { draftAnswer, sectionOutcomeAnswer } from "../answers/draft";
import { eventAnswer } from "../answers/event";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Drafts" } as const;
const DRAFT = { eventId: "draftedsale", section: "general", revision: 1 };

/** Changes of an open event that wait until somebody publishes them. */
export const DRAFT_OPERATIONS: readonly Operation[] = [
  listing(listDrafts, {
    ...{ ...TAG, id: "listDrafts", method: "GET", path: "/events/{eventId}/drafts" },
    summary: "List drafts of an event",
    of: draftAnswer,
    by: ({ section }) => section,
    example: { eventId: "draftedsale" },
  }),
  operation(saveSection, {
    ...{ ...TAG, id: "saveSection", method: "PATCH", path: "/events/{eventId}/sections/{section}" },
    summary: "Save settings of one section",
    description:
      "While the event is open, a change of who gets in or where they go becomes a draft. `seen` holds the settings as you read them; `conflict`: somebody changed the same since, and nothing was saved.",
    ...{ asksApproval: true, output: sectionOutcomeAnswer },
    example: {
      ...{ eventId: "springsale", section: "general" },
      seen: { targetUrl: "https://shop.example.com/" },
      targetUrl: "https://shop.example.com/sale",
    },
  }),
  operation(publishDraft, {
    ...{ ...TAG, id: "publishDraft", method: "POST" },
    path: "/events/{eventId}/drafts/{section}/publish",
    summary: "Publish a draft",
    description:
      "`revision` and `settingsVersion` are those that you read. `conflict`: somebody changed the same setting since; choose `mine` or `theirs` for each.",
    ...{ asksApproval: true, output: sectionOutcomeAnswer },
    example: { ...DRAFT, settingsVersion: 1 },
  }),
  operation(discardDraft, {
    ...{ ...TAG, id: "discardDraft", method: "DELETE", path: "/events/{eventId}/drafts/{section}" },
    summary: "Discard a draft",
    output: eventAnswer,
    example: DRAFT,
  }),
];
