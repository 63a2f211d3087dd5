"use server";

import { defineAction } from "@/lib/http/console";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { letInNext } from "@/lib/services/operation/report/let-in-next";
import { searchVisitors } from "@/lib/services/operation/report/search-visitors";

export const searchVisitorsAction = defineAction(searchVisitors);
export const findVisitorAction = defineAction(findVisitor);
export const cancelPlaceAction = defineAction(cancelPlace);
export const letInNextAction = defineAction(letInNext);
