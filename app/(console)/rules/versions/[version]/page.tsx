import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CodeBlock } from "@/components/shared/code-block";
import { formatMoment, plural } from "@/components/shared/format";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { getPublication } from "@/lib/services/publication/get";
import { load, requireCaller } from "../../../guard";

export const metadata: Metadata = { title: "Version" };

type VersionPageProps = { params: Promise<{ version: string }> };

export default async function VersionPage({ params }: VersionPageProps) {
  const version = Number((await params).version);
  if (!Number.isSafeInteger(version) || version < 1) notFound();
  const { context } = await requireCaller();
  const publication = await load(getPublication(context, { version }));
  const { publishedAt, publishedBy, ruleNames, config, alwaysWaitRules } = publication;
  return (
    <>
      <PageHeader
        title={`Version ${version}`}
        parent={{ label: "Versions", href: "/rules/versions" }}
        description={`Published by ${publishedBy} on ${formatMoment(publishedAt, "UTC")} with ${plural(ruleNames.length, "rule")}. It never changes.`}
      />
      <Panel
        title="Integration config"
        description={`What connectors pull, laid out for reading.${
          alwaysWaitRules.length === 0
            ? ""
            : ` The waiting room also knows whose visitors always wait: ${alwaysWaitRules.join(", ")}.`
        }`}
      >
        <CodeBlock code={JSON.stringify(config, null, 2)} label="Integration config" />
      </Panel>
    </>
  );
}
