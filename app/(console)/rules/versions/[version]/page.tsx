import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CompareWith } from "@/components/rules/compare-with";
import { DifferenceList } from "@/components/rules/difference-list";
import { RollBackButton } from "@/components/rules/roll-back-button";
import { VersionConnectors } from "@/components/rules/version-connectors";
import { CodeBlock } from "@/components/shared/code-block";
import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { comparePublications } from "@/lib/services/sites/publication/compare";
import { getPublication } from "@/lib/services/sites/publication/get";
import { listPublications } from "@/lib/services/sites/publication/list";
import { connectorsOrNull } from "../../../connectors/connectors-or-null";
import { load, requireCaller } from "../../../guard";
import { rollBackAction } from "../../actions";

export const metadata: Metadata = { title: "Rules version" };

type VersionPageProps = {
  params: Promise<{ version: string }>;
  searchParams: Promise<{ with?: string }>;
};

export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const version = Number((await params).version);
  if (!Number.isSafeInteger(version) || version < 1) notFound();
  const asked = Number((await searchParams).with ?? version - 1);
  const against = Number.isSafeInteger(asked) && asked >= 0 ? asked : version - 1;
  const { context, can } = await requireCaller();
  const [publication, versions, connectors, differences] = await Promise.all([
    load(getPublication(context, { version })),
    listPublications(context),
    connectorsOrNull(context),
    load(comparePublications(context, { version, against })),
  ]);
  const newest = versions[0]?.version ?? version;
  const isNewest = version === newest;
  const { publishedAt, publishedBy, ruleNames, text, alwaysWaitRules, repeats } = publication;
  return (
    <>
      <PageHeader
        title={`Version ${version}`}
        parent={{ label: "Versions", href: "/rules/versions" }}
        description={
          <>
            {isNewest ? "Live. " : ""}Published by {publishedBy}, <Moment at={publishedAt} />, with{" "}
            {plural(ruleNames.length, "rule")}
            {repeats === null ? "" : ` (same as version ${repeats})`}.
          </>
        }
        actions={
          isNewest || !can("publication:write") ? null : (
            <RollBackButton
              version={version}
              newest={newest}
              differences={await comparePublications(context, { version, against: newest })}
              rollBack={rollBackAction}
            />
          )
        }
      />
      {isNewest || can("publication:write") ? null : (
        <RoleNote permission="publication:write" act="roll back" className="mb-4" />
      )}
      <div className="flex flex-col gap-4">
        <Panel
          title="Changes"
          description={against === 0 ? "First version." : `Compared with version ${against}.`}
          actions={<CompareWith version={version} against={against} newest={newest} />}
          flush
        >
          {differences.length === 0 ? (
            <p className="p-4 text-sm text-muted">No changes.</p>
          ) : (
            <DifferenceList differences={differences} />
          )}
        </Panel>
        <VersionConnectors version={version} connectors={connectors} />
        <Panel
          title="Integration config"
          description={`What connectors fetch, formatted for reading.${alwaysWaitRules.length === 0 ? "" : ` Rules that always show the waiting page: ${alwaysWaitRules.join(", ")}.`}`}
        >
          <CodeBlock code={JSON.stringify(JSON.parse(text), null, 2)} label="Integration config" />
        </Panel>
      </div>
    </>
  );
}
