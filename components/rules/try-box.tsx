"use client";

import { Description, Input, Label, TextField } from "@heroui/react";
import { useState } from "react";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SelectBox } from "@/components/shared/select-box";
import type { TrialConnector, TrialRequest } from "@/lib/domain/integration-config/test-rules";
import type { ListedRule } from "@/lib/services/rule/rule-view";

type TryBoxProps = {
  trial: TrialRequest | null;
  setTrial: (trial: TrialRequest | null) => void;
  connector: TrialConnector;
  setConnector: (connector: TrialConnector) => void;
  /** What the rules look at in a page. */
  variables: readonly string[];
  decider: ListedRule | null;
};

const CONNECTORS = [
  { value: "server", label: "A connector on a server" },
  { value: "page", label: "The script in the page" },
] as const;

const NOTHING = { url: "", userAgent: "", variables: {} };

/** Describes a request and says what a connector would do with it. */
export function TryBox(props: TryBoxProps) {
  const { trial, setTrial, connector, setConnector, variables, decider } = props;
  const [request, setRequest] =
    useState<Required<Pick<TrialRequest, keyof typeof NOTHING>>>(NOTHING);
  const { url, userAgent } = request;
  const change = (next: Partial<typeof request>) => {
    const changed = { ...request, ...next };
    setRequest(changed);
    setTrial(isWholeAddress(changed.url) ? changed : null);
  };
  return (
    <Panel title="Try it" description="Saved rules, published or not. Nothing is sent.">
      <div className="flex flex-col gap-3">
        <TextField fullWidth value={url} onChange={(value) => change({ url: value })} type="url">
          <Label>Address of the request</Label>
          <Input placeholder="https://shop.example.com/tickets" className="font-mono" />
          <Description>With https:// or http://</Description>
        </TextField>
        <TextField fullWidth value={userAgent} onChange={(value) => change({ userAgent: value })}>
          <Label>User agent</Label>
          <Input placeholder="Optional" className="font-mono" />
        </TextField>
        {variables.length === 0 ? null : (
          <SelectBox
            label="Who looks at it"
            description="Only the script in the page sees variables."
            options={CONNECTORS}
            value={connector}
            onChange={(value) => setConnector(value === "page" ? "page" : "server")}
          />
        )}
        {connector === "page"
          ? variables.map((name) => (
              <TextField
                key={name}
                fullWidth
                value={request.variables[name] ?? ""}
                onChange={(value) => change({ variables: { ...request.variables, [name]: value } })}
              >
                <Label className="font-mono break-all">{name}</Label>
                <Input placeholder="Not set" className="font-mono" />
              </TextField>
            ))
          : null}
        <div role="status" className="min-h-9">
          {verdict(url, trial, decider)}
        </div>
      </div>
    </Panel>
  );
}

function isWholeAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function verdict(url: string, trial: TrialRequest | null, decider: ListedRule | null) {
  if (url === "")
    return <p className="text-xs text-muted">Enter an address to see which rule decides.</p>;
  if (trial === null) return <Notice tone="warning">This is not a whole address yet.</Notice>;
  if (decider === null)
    return <Notice tone="info">No rule matches: the visitor goes straight on.</Notice>;
  const does = {
    Queue: "the visitor goes through the waiting room",
    Cancel: "the visitor’s session ends",
    Ignore: "the visitor goes straight on",
  }[decider.actionType];
  return (
    <Notice tone="success">
      “{decider.name}” matches: {does}
      {decider.actionType === "Queue" ? ` of ${decider.action.EventId}` : ""}.
    </Notice>
  );
}
