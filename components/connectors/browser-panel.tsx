"use client";

import { useRouter } from "next/navigation";
import { FactList } from "@/components/customer/fact-list";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { BrowserRulesInput } from "@/lib/services/publication/schemas";

type BrowserPanelProps = {
  isOpen: boolean;
  canWrite: boolean;
  configUrl: string;
  set: Action<BrowserRulesInput, unknown>;
};

/** Whether a script in the page may read the rules, for sites without a server of their own. */
export function BrowserPanel({ isOpen, canWrite, configUrl, set }: BrowserPanelProps) {
  const router = useRouter();
  return (
    <Panel
      title="Browser connector"
      description="For sites where no code can run on a server. It keeps honest visitors in the line; whoever switches scripts off gets past it."
      actions={
        <>
          <Chip
            size="sm"
            variant="soft"
            color={isOpen ? "success" : "default"}
            className="self-center"
          >
            {isOpen ? "Rules are open" : "Rules are closed"}
          </Chip>
          {canWrite ? (
            <ConfirmButton
              trigger={isOpen ? "Close the rules" : "Open the rules"}
              triggerVariant="outline"
              title={isOpen ? "Close the rules to browsers?" : "Open the rules to browsers?"}
              confirm={isOpen ? "Close" : "Open"}
              run={() => set({ isOpen: !isOpen })}
              onDone={() => router.refresh()}
            >
              {isOpen
                ? "The script in your pages gets no rules any more and shows the pages to everybody."
                : "Everybody can read them then: which pages wait, and which address or cookie lets somebody past. Values of headers and bodies stay hidden."}
            </ConfirmButton>
          ) : null}
        </>
      }
    >
      {isOpen ? (
        <FactList
          facts={[
            {
              label: "Rules for browsers",
              value: configUrl,
              note: "What the script in your pages loads. Browsers keep it for a minute.",
            },
          ]}
        />
      ) : (
        <p className="text-sm text-muted">
          Connectors on servers do not need this. They read the rules with an API key.
        </p>
      )}
    </Panel>
  );
}
