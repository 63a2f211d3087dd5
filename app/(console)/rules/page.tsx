import type { Metadata } from "next";
import { ZodError } from "zod";
import type { EventOption } from "@/components/rules/event-option";
import { FirstRule } from "@/components/rules/first-rule";
import { PublishBar } from "@/components/rules/publish-bar";
import { rolloutWords } from "@/components/rules/rollout-words";
import { eventIdOf } from "@/components/rules/rule-words";
import { RulesBoard } from "@/components/rules/rules-board";
import { SavingOrderProvider } from "@/components/rules/saving-order";
import type { PublishedRuleSet } from "@/components/rules/triable-rule";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { Notice } from "@/components/shared/notice";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { RoleNote } from "@/components/shared/role-note";
import type { Rule } from "@/lib/domain/integration-config/model";
import { readRules } from "@/lib/domain/integration-config/read-rules";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getPublication } from "@/lib/services/sites/publication/get";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { listRules } from "@/lib/services/sites/rule/list";
import { connectorsOrNull } from "../connectors/connectors-or-null";
import { requireCaller } from "../guard";
import {
  deleteRuleAction,
  discardChangesAction,
  publishAction,
  reorderRulesAction,
} from "./actions";

export const metadata: Metadata = { title: "Rules" };

/** So that a version can be seen to arrive at the connectors, and a colleague's change here. */
const REFRESH_SECONDS = 20;

export default async function RulesPage() {
  const { context, can } = await requireCaller();
  const [rules, changes, events, connectors] = await Promise.all([
    listRules(context),
    getUnpublishedChanges(context),
    listEventNames(context),
    connectorsOrNull(context),
  ]);
  const canWrite = can("rule:write");
  const isUntouched = rules.length === 0 && changes.publishedVersion === null;
  const rollout = rolloutWords(changes.publishedVersion, connectors);
  const published = changes.hasChanges ? await publishedRules(context, changes) : null;
  return (
    <SavingOrderProvider>
      <RefreshEvery seconds={REFRESH_SECONDS} />
      <PageHeader
        title="Rules"
        description={
          <>
            Decide which requests go through which event.{" "}
            <DocsLink page="rules">How rules work</DocsLink>
          </>
        }
        actions={
          <>
            {changes.publishedVersion === null ? null : (
              <ButtonLink href="/rules/versions" variant="tertiary">
                Versions
              </ButtonLink>
            )}
            {rules.length > 0 && canWrite ? (
              <ButtonLink href="/rules/new">Add rule</ButtonLink>
            ) : null}
          </>
        }
      />
      {canWrite ? null : <RoleNote permission="rule:write" act="change rules" className="mb-4" />}
      {isUntouched && rollout !== null ? (
        <Notice tone="info" role="status" className="mb-4">
          {rollout}
        </Notice>
      ) : null}
      {isUntouched ? null : (
        <PublishBar
          changes={changes}
          canPublish={can("publication:write")}
          canWrite={canWrite}
          rollout={rollout}
          publish={publishAction}
          discard={discardChangesAction}
        />
      )}
      {rules.length === 0 ? (
        <FirstRule hasEvent={events.length > 0} canWrite={canWrite} />
      ) : (
        <RulesBoard
          rules={rules}
          published={published}
          events={eventsOf([...rules, ...(published?.rules ?? [])], events)}
          canWrite={canWrite}
          reorder={reorderRulesAction}
          remove={deleteRuleAction}
        />
      )}
    </SavingOrderProvider>
  );
}

/** Those that the rules send visitors to, however many there are. */
function eventsOf(rules: readonly Rule[], events: readonly EventOption[]): EventOption[] {
  const ids = new Set(rules.map(eventIdOf));
  return events.filter(({ eventId }) => ids.has(eventId));
}

type Changes = Awaited<ReturnType<typeof getUnpublishedChanges>>;

/** What connectors have; null before a first version. */
async function publishedRules(
  context: ServiceContext,
  { publishedVersion: version }: Changes,
): Promise<PublishedRuleSet | null> {
  if (version === null) return null;
  const publication = await getPublication(context, { version });
  try {
    const rules = readRules(publication).map((rule, at) => ({ ...rule, id: String(at) }));
    return { version, rules };
  } catch (error) {
    if (error instanceof ZodError) return { version, rules: null };
    throw error;
  }
}
