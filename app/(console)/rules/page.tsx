import { ListFilter } from "lucide-react";
import type { Metadata } from "next";
import { toEventOption } from "@/components/rules/event-option";
import { PublishBar } from "@/components/rules/publish-bar";
import { RulesBoard } from "@/components/rules/rules-board";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listEvents } from "@/lib/services/event/list";
import { getUnpublishedChanges } from "@/lib/services/publication/get-changes";
import { listRules } from "@/lib/services/rule/list";
import { requireCaller } from "../guard";
import { deleteRuleAction, publishAction, reorderRulesAction } from "./actions";

export const metadata: Metadata = { title: "Rules" };

export default async function RulesPage() {
  const { context, can } = await requireCaller();
  const [rules, changes, events] = await Promise.all([
    listRules(context),
    getUnpublishedChanges(context),
    listEvents(context),
  ]);
  const addLink = can("rule:write") ? <ButtonLink href="/rules/new">Add rule</ButtonLink> : null;
  const isUntouched = rules.length === 0 && changes.publishedVersion === null;
  return (
    <>
      <PageHeader
        title="Rules"
        description="Which requests to your site go through which event."
        actions={
          <>
            <ButtonLink href="/rules/versions" variant="tertiary">
              Versions
            </ButtonLink>
            {rules.length === 0 ? null : addLink}
          </>
        }
      />
      {isUntouched ? null : (
        <PublishBar
          changes={changes}
          canPublish={can("publication:write")}
          publish={publishAction}
        />
      )}
      {rules.length === 0 ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState icon={ListFilter} title="No rule yet" action={addLink}>
            A rule says which pages are protected, for instance every path that contains “/tickets”.
            Connectors on your site act on the first one that matches.
          </EmptyState>
        </section>
      ) : (
        <RulesBoard
          rules={rules}
          events={events.map(toEventOption)}
          canWrite={can("rule:write")}
          reorder={reorderRulesAction}
          remove={deleteRuleAction}
        />
      )}
    </>
  );
}
