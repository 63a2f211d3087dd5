import { CalendarPlus } from "lucide-react";
import type { Metadata } from "next";
import { afterFirstStep } from "@/components/overview/first-steps-return";
import { RuleForm } from "@/components/rules/rule-form";
import { newRuleValues } from "@/components/rules/rule-form-values";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { requireCaller } from "../../guard";
import { createRuleAction } from "../actions";

export const metadata: Metadata = { title: "New rule" };

type NewRulePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewRulePage({ searchParams }: NewRulePageProps) {
  const { context, can } = await requireCaller();
  if (!can("rule:write")) return <NoAccess permission="rule:write" />;
  const events = await listEventNames(context);
  const [first] = events;
  return (
    <>
      <PageHeader title="New rule" parent={{ label: "Rules", href: "/rules" }} />
      {first === undefined ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState
            icon={CalendarPlus}
            title="Create an event first"
            action={<ButtonLink href="/events/new">Create event</ButtonLink>}
          >
            Rules send visitors to an event, and you don't have one yet.
          </EmptyState>
        </section>
      ) : (
        <RuleForm
          defaultValues={newRuleValues(first.eventId)}
          events={events}
          isNew
          after={await afterFirstStep(searchParams)}
          canWrite
          save={createRuleAction}
        />
      )}
    </>
  );
}
