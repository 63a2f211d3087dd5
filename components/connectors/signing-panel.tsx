"use client";

import { FactList } from "@/components/customer/fact-list";
import { formatMoment } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { useZone } from "@/components/shared/zone";
import type { ConfigKeyView } from "@/lib/services/publication/list-config-keys";

type SigningPanelProps = { keys: readonly ConfigKeyView[]; keyUrl: string };

/** The key by which connectors check that rules come from this customer. */
export function SigningPanel({ keys, keyUrl }: SigningPanelProps) {
  const zone = useZone();
  return (
    <Panel
      title="Signed rules"
      description="Every publication is signed. A connector that is given this key obeys nothing else, not even what a broken-into waiting room sends."
    >
      {keys.length === 0 ? (
        <p className="text-sm text-muted">The key is made with the first publication.</p>
      ) : (
        <FactList
          facts={[
            ...keys.map(({ keyId, publicKey, createdAt, activatedAt }) => ({
              label: `Public key ${keyId}`,
              value: publicKey,
              note:
                activatedAt === null
                  ? `Ed25519, base64url. Staged on ${formatMoment(createdAt, zone)}: give it to every connector beside the other, then whoever runs Stanchion puts it in use.`
                  : `Ed25519, base64url. In use since ${formatMoment(activatedAt, zone)}.`,
            })),
            {
              label: "Key address",
              value: keyUrl,
              note: "The same keys for everybody to read. To pin a key, copy it from here instead.",
            },
          ]}
        />
      )}
    </Panel>
  );
}
