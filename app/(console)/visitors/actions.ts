"use server";

import { defineAction } from "@/lib/http/console";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { searchVisitors } from "@/lib/services/operation/report/search-visitors";

export const searchVisitorsAction = defineAction(searchVisitors);
export const findVisitorAction = defineAction(findVisitor);
export const cancelPlaceAction = defineAction(cancelPlace);
