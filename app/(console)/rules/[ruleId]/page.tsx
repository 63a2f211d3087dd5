import type { Metadata } from "next";
import { RuleForm } from "@/components/rules/rule-form";
import { toRuleFormValues } from "@/components/rules/rule-form-values";
import { PageHeader } from "@/components/shared/page-header";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { getRule } from "@/lib/services/sites/rule/get";
import { load, requireCaller } from "../../guard";
import { updateRuleAction } from "../actions";

export const metadata: Metadata = { title: "Rule" };

type RulePageProps = { params: Promise<{ ruleId: string }> };

export default async function RulePage({ params }: RulePageProps) {
  const { ruleId } = await params;
  const { context, can } = await requireCaller();
  const [rule, events] = await Promise.all([
    load(getRule(context, { ruleId })),
    listEventNames(context),
  ]);
  return (
    <>
      <PageHeader title={rule.name} parent={{ label: "Rules", href: "/rules" }} />
      <RuleForm
        defaultValues={toRuleFormValues(rule)}
        events={events}
        isNew={false}
        managedBy={rule.managedBy}
        canWrite={can("rule:write")}
        save={updateRuleAction.bind(null, ruleId, rule.seen)}
      />
    </>
  );
}
