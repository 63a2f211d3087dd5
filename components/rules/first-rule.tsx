import { ListFilter } from "lucide-react";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { Sentence } from "./sentence";

type FirstRuleProps = { hasEvent: boolean; canWrite: boolean };

/** What a rule looks like, said as the list will say it. */
const EXAMPLES = [
  {
    name: "Tickets",
    when: ["the path contains ", { value: "/tickets" }],
    outcome: "visitors go through the waiting room of your event",
  },
  {
    name: "Help pages stay open",
    when: ["the path contains ", { value: "/help" }],
    outcome: "visitors skip the waiting room",
  },
] as const;

/** Says what rules are for, by example, and leads to the first one. */
export function FirstRule({ hasEvent, canWrite }: FirstRuleProps) {
  return (
    <section className="rounded-3xl bg-surface shadow-surface">
      <EmptyState icon={ListFilter} title="No rules yet" action={actionFor(hasEvent, canWrite)}>
        A rule matches pages on your site and decides what happens there. Connectors check rules
        from the top and apply the first match. Pages without a match stay open.
      </EmptyState>
      <ul className="mx-auto grid max-w-2xl gap-3 px-6 pb-8 sm:grid-cols-2">
        {EXAMPLES.map(({ name, when, outcome }) => (
          <li key={name} className="rounded-lg border border-border p-3 text-sm">
            <p className="text-xs font-semibold text-muted">For example</p>
            <p className="mt-1">
              When <Sentence pieces={when} />, {outcome}.
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function actionFor(hasEvent: boolean, canWrite: boolean) {
  if (!canWrite) return undefined;
  return hasEvent ? (
    <ButtonLink href="/rules/new">Add rule</ButtonLink>
  ) : (
    <ButtonLink href="/events/new">Create an event first</ButtonLink>
  );
}
