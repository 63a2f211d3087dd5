import type { Action } from "@/lib/http/action-result";
import type { CreateAccessCodesInput } from "@/lib/services/event/access-code/schemas";
import type { ReleasePlaceInput } from "@/lib/services/event/settings/inputs";
import type { CreateStaffLinkInput } from "@/lib/services/event/staff-link/schemas";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";
import type { VisitorSearchResult } from "@/lib/services/operation/report/search-visitors";
import type {
  CancelPlaceInput,
  FindVisitorInput,
  SearchVisitorsInput,
} from "@/lib/services/operation/report/visitor-inputs";

/** What can be done about a visitor; absent is what the role may not. */
export type VisitorActions = {
  readonly search: Action<SearchVisitorsInput, VisitorSearchResult>;
  readonly find: Action<FindVisitorInput, VisitorStory>;
  readonly cancel?: Action<CancelPlaceInput, { readonly number: number }>;
  readonly letIn?: Action<CancelPlaceInput, { readonly number: number }>;
  readonly release?: Action<ReleasePlaceInput, { readonly queueId: string }>;
  readonly makeLink?: Action<CreateStaffLinkInput, { readonly url: string }>;
  readonly makeCode?: Action<CreateAccessCodesInput, { readonly csv: string }>;
};
