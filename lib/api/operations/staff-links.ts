import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { listStaffLinks } from "@/lib/services/event/staff-link/list";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";
import { createdStaffLinkAnswer, staffLinkAnswer } from "../answers/staff-link";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Staff links" } as const;
const EVENT = { eventId: "springsale" };

/** Links that lead past the line of an event. */
export const STAFF_LINK_OPERATIONS: readonly Operation[] = [
  listing(listStaffLinks, {
    ...{ ...TAG, id: "listStaffLinks", method: "GET", path: "/events/{eventId}/staff-links" },
    summary: "List staff links of an event",
    description: "The last 200, the newest first, with those that are expired or revoked.",
    of: staffLinkAnswer,
    by: ({ id }) => id,
    example: EVENT,
  }),
  operation(createStaffLink, {
    ...{ ...TAG, id: "createStaffLink", method: "POST", path: "/events/{eventId}/staff-links" },
    ...{ summary: "Create a staff link", status: 201 },
    description: "Its address is in this answer and nowhere else.",
    output: createdStaffLinkAnswer,
    example: { ...EVENT, label: "Press", validHours: 24 },
  }),
  operation(revokeStaffLink, {
    ...{ ...TAG, id: "revokeStaffLink", method: "POST", path: "/staff-links/{staffLinkId}/revoke" },
    summary: "Revoke a staff link",
    output: staffLinkAnswer,
    example: { staffLinkId: "{staffLink}" },
  }),
];
