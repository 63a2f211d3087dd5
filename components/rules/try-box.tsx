"use client";

import { Description, Input, Label, TextField } from "@heroui/react";
import { useState } from "react";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import type { TrialRequest } from "@/lib/domain/integration-config/test-rules";
import type { ListedRule } from "@/lib/services/rule/rule-view";

type TryBoxProps = {
  trial: TrialRequest | null;
  setTrial: (trial: TrialRequest | null) => void;
  decider: ListedRule | null;
};

/** Describes a request and says what a connector would do with it. */
export function TryBox({ trial, setTrial, decider }: TryBoxProps) {
  const [url, setUrl] = useState("");
  const [userAgent, setUserAgent] = useState("");
  const change = (next: { url?: string; userAgent?: string }) => {
    const request = { url: next.url ?? url, userAgent: next.userAgent ?? userAgent };
    setUrl(request.url);
    setUserAgent(request.userAgent);
    setTrial(isWholeAddress(request.url) ? request : null);
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
