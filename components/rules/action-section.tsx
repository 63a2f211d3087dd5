import { type Control, useFormState, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventOption } from "./event-option";
import { FoldedOptions } from "./folded-options";
import { FurtherEventsField } from "./further-events-field";
import { QueueFields } from "./queue-fields";
import { BY_EVENT, newRuleValues, type RuleFormValues } from "./rule-form-values";
import { ACTIONS } from "./rule-words";

const ACTION_OPTIONS = Object.entries(ACTIONS).map(([value, words]) => ({ value, ...words }));

type ActionSectionProps = { control: Control<RuleFormValues>; events: readonly EventOption[] };

/** What connectors do with a request that matched. */
export function ActionSection({ control, events }: ActionSectionProps) {
  const actionType = useWatch({ control, name: "actionType" });
  return (
    <FormSection title="Then" description="What the connector does with matching requests.">
      <RadioField control={control} name="actionType" label="Action" options={ACTION_OPTIONS} />
      {actionType === "Ignore" ? null : (
        <>
          <SelectField
            control={control}
            name="action.EventId"
            label="Event"
            options={events.map(({ eventId, name }) => ({
              value: eventId,
              label: `${name} (${eventId})`,
            }))}
          />
          <MoreOptions control={control} events={events} />
        </>
      )}
    </FormSection>
  );
}

function MoreOptions({ control, events }: ActionSectionProps) {
  const [actionType, action, alwaysWait, lane] = useWatch({
    control,
    name: ["actionType", "action", "alwaysWait", "lane"],
  });
  const { errors } = useFormState({ control });
  const wrong = Object.keys(errors.action ?? {}).filter((field) => field !== "EventId");
  const isWrong = wrong.length > 0 || errors.lane !== undefined;
  const isQueue = actionType === "Queue";
  return (
    <FoldedOptions
      title="More options"
      summary={summaryOf({ actionType, action, alwaysWait, lane })}
      hasError={isWrong}
    >
      {isQueue ? <QueueFields control={control} events={events} /> : null}
      {events.length > 1 || action.InvolvedWaitingRoomIds !== "" ? (
        <FurtherEventsField
          control={control}
          events={events}
          description={
            isQueue
              ? "Passes and sessions of these events also work here. Supported by our server connectors and the JavaScript connector 5 and later."
              : "Ends their sessions too. Supported by our server connectors and the JavaScript connector 5 and later."
          }
        />
      ) : null}
      <TextField
        control={control}
        name="action.CookieDomain"
        label="Cookie domain"
        description="Shares the session across hosts, such as .example.com. Leave empty for the current host only."
        placeholder=".example.com"
        mono
      />
      <CheckField
        control={control}
        name="action.IsCookieHttpOnly"
        label="Cookie is HttpOnly"
        description="Turn off only if the browser connector shares the session."
      />
      <CheckField
        control={control}
        name="action.IsCookieSecure"
        label="Cookie is Secure"
        description="Our connectors always do this on https. Applies to public connectors."
      />
    </FoldedOptions>
  );
}

type Chosen = Pick<RuleFormValues, "actionType" | "action" | "alwaysWait" | "lane">;

/** What is not as in a new rule, in a few words. */
function summaryOf({ actionType, action, alwaysWait, lane }: Chosen): string {
  const usual = newRuleValues("").action;
  const queue = [
    alwaysWait ? "always wait" : "",
    lane === BY_EVENT ? "" : "lane",
    action.RedirectLogic === usual.RedirectLogic ? "" : "another target",
    action.LayoutName === "" ? "" : "layout",
    action.Culture === "" ? "" : "language",
  ];
  const all = [
    ...(actionType === "Queue" ? queue : []),
    action.InvolvedWaitingRoomIds.trim() === "" ? "" : "further events",
    action.CookieDomain === "" ? "" : "cookie domain",
    action.IsCookieHttpOnly === usual.IsCookieHttpOnly ? "" : "not HttpOnly",
    action.IsCookieSecure === usual.IsCookieSecure ? "" : "Secure",
  ];
  return all.filter((one) => one !== "").join(", ");
}
