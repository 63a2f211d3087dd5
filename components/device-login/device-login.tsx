"use client";

import { useState } from "react";
import { Notice } from "@/components/shared/notice";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { LoginRequestView } from "@/lib/services/people/api-key/login/decide";
import type { UserCodeInput } from "@/lib/services/people/api-key/login/schemas";
import { CodeForm } from "./code-form";
import { RequestPanel } from "./request-panel";

export type DeviceLoginActions = {
  readonly find: Action<UserCodeInput, LoginRequestView>;
  readonly approve: Action<UserCodeInput, unknown>;
  readonly refuse: Action<UserCodeInput, unknown>;
};

type DeviceLoginProps = { customerName: string; actions: DeviceLoginActions };

type Step =
  | { readonly at: "code" }
  | { readonly at: "request"; readonly request: LoginRequestView }
  | { readonly at: "approved" | "refused"; readonly name: string };

/** Finds the program that shows a code, says what it asks for, and lets a person decide. */
export function DeviceLogin({ customerName, actions }: DeviceLoginProps) {
  const [step, setStep] = useState<Step>({ at: "code" });
  const restart = () => setStep({ at: "code" });
  if (step.at === "code") {
    return (
      <CodeForm find={actions.find} onFound={(request) => setStep({ at: "request", request })} />
    );
  }
  if (step.at === "request") {
    const { request } = step;
    return (
      <RequestPanel
        {...{ request, customerName, actions }}
        onDone={(at) => setStep({ at, name: request.name })}
        onBack={restart}
      />
    );
  }
  const isApproved = step.at === "approved";
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone={isApproved ? "success" : "info"} role="status">
        {isApproved
          ? `${step.name} is signed in. Return to your terminal. You can revoke its key under Secrets & keys.`
          : `${step.name} was refused. It has no access.`}
      </Notice>
      <Button size="sm" variant="secondary" onClick={restart}>
        Enter another code
      </Button>
    </div>
  );
}
