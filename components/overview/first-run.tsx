"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DocsLink } from "@/components/shared/docs-link";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { Button } from "@/components/ui/button";
import type { FirstRunActions, FirstRunPath } from "./first-run-path";
import {
  ConnectorStep,
  EventStep,
  Finished,
  RuleStep,
  SecretStep,
  VisitStep,
} from "./first-run-steps";
import { HIDDEN_STEPS_COOKIE } from "./first-steps-return";

/** How soon a step ticks itself that is taken elsewhere: by a connector, a visitor or a colleague. */
const REFRESH_SECONDS = 4;
const YEAR_SECONDS = 31_536_000;

type FirstRunProps = { path: FirstRunPath; actions: FirstRunActions; isHidden: boolean };

/**
 * From an empty account to the first visitor who went through: each step in place, and each ticks itself. Whoever has
 * understood it puts it away for this browser; one line stays, which brings it back. Once all is done it says so, until it
 * is closed.
 */
export function FirstRun({ path, actions, isHidden: wasHidden }: FirstRunProps) {
  const [isHidden, setHidden] = useState(wasHidden);
  const hide = (next: boolean) => {
    setHidden(next);
    const seconds = next ? YEAR_SECONDS : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet.
    document.cookie = `${HIDDEN_STEPS_COOKIE}=${path.customerId}; path=/; max-age=${seconds}; samesite=lax`;
  };
  const { state } = path;
  const steps = [
    { title: "Create an event", isDone: state.event !== null, body: <EventStep path={path} /> },
    {
      title: "Generate a secret and an API key",
      isDone: state.hasSecret && state.hasApiKey,
      body: <SecretStep path={path} actions={actions} />,
    },
    {
      title: "Add a rule and publish it",
      isDone: state.hasRule && state.isPublished,
      body: <RuleStep path={path} actions={actions} />,
    },
    {
      title: "Install a connector",
      isDone: state.isConnected,
      body: <ConnectorStep path={path} />,
    },
    {
      title: "Make a test visit",
      isDone: state.hasVisit,
      body: <VisitStep path={path} actions={actions} />,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  const isFinished = done === steps.length;
  if (isHidden && isFinished) return null;
  if (isHidden) {
    return (
      <p className="mb-4 flex flex-wrap items-center gap-x-3 text-xs text-muted">
        First steps: {done} of {steps.length} done.
        <Button size="sm" variant="ghost" onClick={() => hide(false)}>
          Show setup guide
        </Button>
      </p>
    );
  }
  return (
    <section
      aria-labelledby="first-run"
      className="mb-5 overflow-hidden rounded-3xl bg-surface shadow-surface"
    >
      {isFinished ? null : <RefreshEvery seconds={REFRESH_SECONDS} />}
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-separator px-4 py-3">
        <div>
          <h2 id="first-run" className="text-heading">
            {isFinished ? "Setup complete" : "Protect your first page"}
          </h2>
          <DocsLink page="console#first-steps">About these steps</DocsLink>
        </div>
        <div className="flex items-center gap-2">
          <p role="status" className="figures text-note text-muted">
            {done} of {steps.length} done
          </p>
          <Button size="sm" variant="ghost" onClick={() => hide(true)}>
            {isFinished ? "Close" : "Hide"}
          </Button>
        </div>
      </div>
      {isFinished ? <Finished path={path} /> : null}
      {done > 0 ? (
        <DoneSteps titles={steps.filter((step) => step.isDone).map(({ title }) => title)} />
      ) : null}
      <ol className="divide-y divide-separator">
        {steps.map((step, index) =>
          step.isDone ? null : (
            <Step key={step.title} title={step.title} isNext={index === next}>
              {step.body}
            </Step>
          ),
        )}
      </ol>
    </section>
  );
}

/** What is done takes one line, however much it is. */
function DoneSteps({ titles }: { titles: readonly string[] }) {
  return (
    <p className="flex animate-appear items-start gap-3 border-b border-separator px-4 py-3 text-sm text-muted">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      <span>
        <span className="sr-only">Done: </span>
        {titles.join(" · ")}
      </span>
    </p>
  );
}

type StepProps = { title: string; isNext: boolean; children: ReactNode };

/** The next step is open; those after it can be opened, too, because nobody has to go in order. */
function Step({ title, isNext, children }: StepProps) {
  return (
    <li>
      <details open={isNext}>
        <summary className="flex cursor-pointer list-none items-center gap-3 px-4 py-3 outline-none hover:bg-surface-secondary focus-visible:focus-ring [&::-webkit-details-marker]:hidden">
          <CircleDashed role="img" aria-label="To do:" className="size-4 shrink-0 text-muted" />
          <span className="font-medium">{title}</span>
        </summary>
        <div className="flex flex-col items-start gap-3 px-4 pb-4 pl-11 text-sm text-muted">
          {children}
        </div>
      </details>
    </li>
  );
}
