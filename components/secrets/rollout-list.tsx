import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import type { Rollout } from "@/lib/domain/connector/rollout";
import type { ConnectorView } from "@/lib/services/connector/connector-view";

type RolloutListProps = {
  rollout: Rollout<ConnectorView>;
  /** True when only connectors in front of one event need the secret. */
  isOfEvent: boolean;
};

/** Which connectors are ready for a secret, and what to do about the others. */
export function RolloutList({ rollout, isOfEvent }: RolloutListProps) {
  const { holding, missing, mute } = rollout;
  if (holding.length + missing.length + mute.length === 0) {
    return (
      <Notice tone="info">
        No connector has asked for the rules in the last fifteen minutes, so nobody can say who
        holds it.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {holding.length === 0 ? null : (
        <Notice tone="success">{plural(holding.length, "connector")} reported it.</Notice>
      )}
      {missing.length === 0 ? null : (
        <Notice tone="warning">
          Not yet with{" "}
          {isOfEvent ? "these; those in front of other events need not have it" : "these"}:
          <Names connectors={missing} />
        </Notice>
      )}
      {mute.length === 0 ? null : (
        <Notice tone="warning">
          These do not say what they hold. A public connector knows one secret: give it the new one
          at the moment when you activate it.
          <Names connectors={mute} />
        </Notice>
      )}
    </div>
  );
}

function Names({ connectors }: { connectors: readonly ConnectorView[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {connectors.map(({ key, name, network, apiKeyName, seenAt }) => (
        <li key={key} className="break-words">
          {[name || "Unknown", network, apiKeyName].filter(Boolean).join(" · ")}, last seen{" "}
          <Moment at={seenAt} />
        </li>
      ))}
    </ul>
  );
}
