import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import type { Rollout } from "@/lib/domain/connector/rollout";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";

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
        No connector has fetched the rules in 15 minutes, so its rollout is unknown.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {holding.length === 0 ? null : (
        <Notice tone="success">Reported by {plural(holding.length, "connector")}.</Notice>
      )}
      {missing.length === 0 ? null : (
        <Notice tone="warning">
          Missing on {isOfEvent ? "these (not required on connectors for other events)" : "these"}:
          <Names connectors={missing} />
        </Notice>
      )}
      {mute.length === 0 ? null : (
        <Notice tone="warning">
          These don't report their secrets. Public connectors hold one secret; update them when you
          activate the new one.
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
