import type { VisitorActions } from "@/components/visitors/visitor-actions";
import { createAccessCodesAction } from "../events/[eventId]/access-codes/actions";
import { createStaffLinkAction } from "../events/[eventId]/staff-links/actions";
import { releasePlaceAction } from "../events/actions";
import type { Caller } from "../guard";
import {
  cancelPlaceAction,
  findVisitorAction,
  letInNextAction,
  searchVisitorsAction,
} from "./actions";

/** What the caller may do about a visitor. */
export function visitorActions(can: Caller["can"]): VisitorActions {
  return {
    search: searchVisitorsAction,
    find: findVisitorAction,
    ...(can("event:operate")
      ? { cancel: cancelPlaceAction, letIn: letInNextAction, release: releasePlaceAction }
      : {}),
    ...(can("staff-link:write") ? { makeLink: createStaffLinkAction } : {}),
    ...(can("access-code:write") ? { makeCode: createAccessCodesAction } : {}),
  };
}
