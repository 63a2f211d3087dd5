"use client";

import { FactList } from "@/components/customer/fact-list";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { BrowserRulesInput } from "@/lib/services/sites/publication/schemas";

type BrowserPanelProps = {
  isOpen: boolean;
  canWrite: boolean;
  configUrl: string;
  set: Action<BrowserRulesInput, unknown>;
};

/** Whether a script in the page may read the rules, for sites without a server of their own. */
export function BrowserPanel({ isOpen, canWrite, configUrl, set }: BrowserPanelProps) {
  return (
    <Panel
      title="Browser connector"
      description="For sites that can't run server code. Visitors can bypass it by turning off JavaScript."
      actions={
        <>
          <Chip
            size="sm"
            variant="soft"
            color={isOpen ? "success" : "default"}
            className="self-center"
          >
            {isOpen ? "Public" : "Private"}
          </Chip>
          {canWrite ? (
            <ConfirmButton
              trigger={isOpen ? "Make rules private" : "Make rules public"}
              triggerVariant="outline"
              title={isOpen ? "Make rules private?" : "Make rules public?"}
              confirm={isOpen ? "Make private" : "Make public"}
              run={() => set({ isOpen: !isOpen })}
            >
              {isOpen
                ? "The browser connector gets no rules, so your pages are open to everyone."
                : "Anyone can read which pages are protected and which URLs or cookies bypass the line. Header and body values stay hidden."}
            </ConfirmButton>
          ) : null}
        </>
      }
    >
      {isOpen ? (
        <FactList
          facts={[
            {
              label: "Browser rules URL",
              value: configUrl,
              note: "Loaded by the browser connector and cached for one minute.",
            },
          ]}
        />
      ) : (
        <p className="text-sm text-muted">
          Server connectors don't need this. They fetch the rules with an API key.
        </p>
      )}
    </Panel>
  );
}
