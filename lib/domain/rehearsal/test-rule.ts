import type { Rule } from "@/lib/domain/integration-config/model";

/** The only rule of a test site: each of its pages leads to the line of a copy. */
export function everythingQueues(eventId: string): Rule {
  return {
    name: "Rehearsal",
    actionType: "Queue",
    alwaysWait: false,
    lane: null,
    action: {
      EventId: eventId,
      InvolvedWaitingRoomIds: [],
      CookieDomain: null,
      IsCookieHttpOnly: false,
      IsCookieSecure: false,
      LayoutName: null,
      Culture: null,
      RedirectLogic: "AllowTParameter",
      ForcedTargetUrl: null,
    },
    triggers: [
      {
        LogicalOperator: "And",
        TriggerParts: [
          {
            ValidatorType: "UrlValidator",
            UrlPart: "PagePath",
            Operator: "Contains",
            ValueToCompare: "/",
            ValuesToCompare: null,
            CookieName: null,
            HttpHeaderName: null,
            VariableName: null,
            IsNegative: false,
            IsIgnoreCase: true,
          },
        ],
      },
    ],
  };
}
