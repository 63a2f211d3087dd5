import type { Action } from "@/lib/http/action-result";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { AlertPreview } from "@/lib/services/sites/alert/preview";
import type { AlertRuleView } from "@/lib/services/sites/alert/rule-view";
import type {
  CreateAlertChannelInput,
  CreateAlertRuleInput,
  PreviewAlertInput,
  UpdateAlertChannelInput,
  UpdateAlertRuleInput,
} from "@/lib/services/sites/alert/schemas";

/** What the page of alerts can have done. */
export type ChannelActions = {
  readonly create: Action<CreateAlertChannelInput, AlertChannelView>;
  readonly update: Action<UpdateAlertChannelInput, AlertChannelView>;
  readonly test: Action<{ channelId: string }, unknown>;
  readonly remove: Action<{ channelId: string }, unknown>;
};

export type RuleActions = {
  readonly create: Action<CreateAlertRuleInput, AlertRuleView>;
  readonly update: Action<UpdateAlertRuleInput, AlertRuleView>;
  readonly preview: Action<PreviewAlertInput, { readonly previews: readonly AlertPreview[] }>;
  readonly setState: Action<{ alertRuleId: string; isOn: boolean }, unknown>;
  readonly test: Action<{ alertRuleId: string }, unknown>;
  readonly remove: Action<{ alertRuleId: string }, unknown>;
};
