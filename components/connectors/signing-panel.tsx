"use client";

import { FactList } from "@/components/customer/fact-list";
import { formatMoment } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { useZone } from "@/components/shared/zone";
import type { ConfigKeyView } from "@/lib/services/sites/publication/list-config-keys";

type SigningPanelProps = { keys: readonly ConfigKeyView[]; keyUrl: string };

/** The key by which connectors check that rules come from this customer. */
export function SigningPanel({ keys, keyUrl }: SigningPanelProps) {
  const zone = useZone();
  return (
    <Panel
      title="Signed rules"
      description="Every published version is signed. Connectors with this key accept nothing else, even from a compromised waiting room."
    >
      {keys.length === 0 ? (
        <p className="text-sm text-muted">The key is created when you first publish.</p>
      ) : (
        <FactList
          facts={[
            ...keys.map(({ keyId, publicKey, createdAt, activatedAt }) => ({
              label: `Public key ${keyId}`,
              value: publicKey,
              note:
                activatedAt === null
                  ? `Ed25519, base64url. Staged on ${formatMoment(createdAt, zone)}. Add it to every connector; your administrator then activates it.`
                  : `Ed25519, base64url. In use since ${formatMoment(activatedAt, zone)}.`,
            })),
            {
              label: "Key URL",
              value: keyUrl,
              note: "Publishes the same keys. To pin a key, copy it from this page instead.",
            },
          ]}
        />
      )}
    </Panel>
  );
}
