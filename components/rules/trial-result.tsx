import { Notice } from "@/components/shared/notice";
import {
  credentialsIn,
  type RulesTrial,
  type TrialRequest,
} from "@/lib/domain/integration-config/test-rules";
import { type EventOption, nameOf } from "./event-option";
import { RuleReasons } from "./rule-reasons";
import { eventIdOf } from "./rule-words";
import type { TriableRule } from "./triable-rule";
import { outcomeWords } from "./trial-words";

type TrialResultProps = {
  rules: readonly TriableRule[];
  events: readonly EventOption[];
  trial: TrialRequest;
  result: RulesTrial;
};

/** Which rule decides on a request, why each one before it did not, and what else counts. */
export function TrialResult({ rules, events, trial, result }: TrialResultProps) {
  const deciders = rules.filter((_, index) => result.rules[index]?.decides === true);
  const last = result.rules.findLastIndex(({ decides }) => decides);
  const tried = last < 0 ? rules : rules.slice(0, last + 1);
  const later = rules.length - tried.length;
  return (
    <div className="flex flex-col gap-3">
      <Verdict deciders={deciders} rules={rules} events={events} />
      <Credentials deciders={deciders} trial={trial} />
      {result.readings.length > 1 ? <Readings readings={result.readings} /> : null}
      {tried.length === 0 ? null : (
        <div>
          <h3 className="text-xs font-semibold">Why</h3>
          <ol aria-label="Rules checked" className="mt-1 divide-y divide-separator">
            {tried.map((rule, index) => {
              const own = result.rules[index];
              return own === undefined ? null : (
                <RuleReasons key={rule.id} rule={rule} place={index + 1} trial={own} />
              );
            })}
          </ol>
          {later === 0 ? null : (
            <p className="mt-1 text-xs text-muted">
              {later === 1 ? "1 later rule was" : `${later} later rules were`} not checked.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

type VerdictProps = Pick<TrialResultProps, "rules" | "events"> & {
  deciders: readonly TriableRule[];
};

function Verdict({ deciders, rules, events }: VerdictProps) {
  if (deciders.length === 0) {
    return (
      <Notice tone="info" role="status">
        {rules.length === 0
          ? "There are no rules yet, so the visitor skips the waiting room."
          : "No rule matches, so the visitor skips the waiting room."}
      </Notice>
    );
  }
  return (
    <Notice tone="success" role="status">
      {deciders.map((rule) => {
        const event = nameOf(eventIdOf(rule) ?? "", events);
        return (
          <p key={rule.id}>
            Rule {rules.indexOf(rule) + 1} “{rule.name}” applies:{" "}
            {outcomeWords(rule.actionType, event)}.
          </p>
        );
      })}
    </Notice>
  );
}

function Credentials({
  deciders,
  trial,
}: Pick<VerdictProps, "deciders"> & Pick<TrialResultProps, "trial">) {
  const events = deciders.flatMap((rule) =>
    rule.actionType === "Queue" ? [rule.action.EventId, ...rule.action.InvolvedWaitingRoomIds] : [],
  );
  if (events.length === 0) return null;
  const { hasSession, hasToken } = credentialsIn(trial, events);
  if (!hasSession && !hasToken) return null;
  const what = hasSession ? "a session cookie of the event" : "a queue token";
  return (
    <p className="text-xs text-muted">
      The request includes {what}. If it is valid, the visitor doesn't wait. Only a connector with
      the secret can verify it.
    </p>
  );
}

function Readings({ readings }: { readings: readonly string[] }) {
  return (
    <div className="text-xs text-muted">
      <p>
        Servers may interpret this URL in {readings.length} ways. Rules are checked against each, so
        no spelling bypasses them:
      </p>
      <ul className="mt-1 list-disc pl-4">
        {readings.map((reading) => (
          <li key={reading} className="font-mono break-all">
            {reading}
          </li>
        ))}
      </ul>
    </div>
  );
}
