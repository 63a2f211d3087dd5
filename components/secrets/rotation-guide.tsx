import { rolloutOf } from "@/lib/domain/connector/rollout";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import type { SecretView } from "@/lib/services/sites/secret/secret-view";
import { RolloutList } from "./rollout-list";

type RotationGuideProps = {
  secrets: readonly SecretView[];
  connectors: readonly ConnectorView[];
};

/** How to replace a secret while people wait and shop, and which step comes next. */
export function RotationGuide({ secrets, connectors }: RotationGuideProps) {
  const staged = secrets.filter(({ state }) => state === "staged");
  return (
    <div className="border-t border-separator p-4 text-sm">
      <h3 className="text-xs font-medium text-muted">Rotate a secret without downtime</h3>
      <ol className="mt-1 list-decimal pl-5 text-xs text-muted">
        <li>Generate a new secret. It starts as staged.</li>
        <li>Add it to every connector after the current one, and wait until all report it here.</li>
        <li>Activate it. The previous secret is still accepted.</li>
        <li>
          Once old sessions have ended, remove the old secret from your connectors and retire it.
        </li>
      </ol>
      {staged.map((secret) => (
        <section key={secret.id} className="mt-4" aria-label={`Rollout of ••••${secret.hint}`}>
          <h3 className="mb-2 font-medium">
            Rollout of <code className="font-mono text-xs">••••{secret.hint}</code>
            {secret.event === null ? "" : ` for ${secret.event.name}`}
          </h3>
          <RolloutList
            rollout={rolloutOf(secret.keyId, connectors)}
            isOfEvent={secret.event !== null}
          />
        </section>
      ))}
    </div>
  );
}
