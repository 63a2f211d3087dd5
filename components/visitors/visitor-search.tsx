"use client";

import { UserRoundSearch } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { Skeleton } from "@/components/ui/skeleton";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";
import type {
  VisitorMatch,
  VisitorSearchResult,
} from "@/lib/services/operation/report/search-visitors";
import { forgetAskedVisitor, useAskedVisitor } from "./asked-visitor";
import { MatchList } from "./match-list";
import type { VisitorActions } from "./visitor-actions";
import { VisitorPanel } from "./visitor-panel";

type Named = Pick<VisitorMatch, "eventId" | "code">;
type Told = { readonly story: VisitorStory; readonly of: Named };

type VisitorSearchProps = {
  /** What the address of the page names already. */
  named: Named | null;
  actions: VisitorActions;
};

/** Finds a visitor at all events and tells their story. An address that names somebody comes before an earlier search. */
export function VisitorSearch({ named, actions }: VisitorSearchProps) {
  const asked = useAskedVisitor();
  return (
    <Search
      key={named === null ? asked.times : `${named.eventId} ${named.code}`}
      query={named === null ? asked.query : ""}
      named={named}
      actions={actions}
    />
  );
}

function Search({ query, named, actions }: VisitorSearchProps & { query: string }) {
  const [result, setResult] = useState<VisitorSearchResult | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const { isPending, message: refusal, act, forgetMessage } = useAct();
  const open = (of: Named) =>
    act(
      () => actions.find({ eventId: of.eventId, code: of.code }),
      (story) => setTold({ story, of }),
    );
  const show = (found: VisitorSearchResult) => {
    setResult(found);
    const [only, ...others] = found.matches;
    if (only !== undefined && others.length === 0) open(only);
  };
  const { form, control, message, onSubmit, ...submitted } = useActionForm({
    defaultValues: { query: query === "" ? (named?.code ?? "") : query },
    submit: (values: { query: string }) => {
      setResult(null);
      setTold(null);
      forgetMessage();
      return actions.search(values);
    },
    onDone: show,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page was opened with is searched for once.
  useEffect(() => {
    if (query !== "") {
      forgetAskedVisitor();
      act(() => actions.search({ query }), show);
    } else if (named !== null) open(named);
  }, []);
  const isBusy = isPending || submitted.isPending;
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <form onSubmit={onSubmit} noValidate aria-label="Find a visitor" data-unsaved="false">
          <FormMessage message={form.formState.errors.query === undefined ? message : null} />
          <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
            <TextField
              control={control}
              name="query"
              label="Support code, queue ID, e-mail address or key"
              placeholder="K7QF-3MTP"
              autoComplete="off"
              mono
            />
            <div className="sm:mt-6">
              <SubmitButton isPending={isBusy} size="md">
                Find
              </SubmitButton>
            </div>
          </div>
        </form>
      </Panel>
      <FormMessage message={refusal} />
      <div role="status" aria-busy={isBusy} className="flex flex-col gap-4">
        {isBusy && told === null ? <Searching /> : null}
        {result === null ? null : (
          <MatchList result={result} opened={told?.of ?? null} open={open} />
        )}
        {told === null ? null : (
          <VisitorPanel
            key={`${told.of.eventId} ${told.of.code}`}
            story={told.story}
            code={told.of.code}
            actions={actions}
            onChanged={() => open(told.of)}
          />
        )}
        {result === null && told === null && !isBusy && refusal === null ? <NothingYet /> : null}
      </div>
    </div>
  );
}

function Searching() {
  return (
    <Panel>
      <span className="sr-only">Searching…</span>
      <Skeleton className="h-24 w-full" />
    </Panel>
  );
}

function NothingYet() {
  return (
    <Panel flush>
      <EmptyState icon={UserRoundSearch} title="Find a visitor at any event">
        Ask for the support code on the waiting page. A queue ID, the e-mail address they asked to
        be notified at, or the key of an enqueue token also works.
      </EmptyState>
    </Panel>
  );
}
