import { CodeBlock } from "@/components/shared/code-block";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import type { OperationReference, ReferenceField } from "@/lib/docs/operation-reference";
import { curlOf } from "./curl-of";
import { TryOperation } from "./try-operation";

type OperationPageProps = { operation: OperationReference; consoleUrl: string };

/** The reference of one operation: what it takes and answers, its example, and a form that sends it. */
export function OperationPage({ operation, consoleUrl }: OperationPageProps) {
  const { id, method, path, summary, description, fields, answers } = operation;
  return (
    <>
      <PageHeader
        title={summary}
        description={description.replaceAll("`", "")}
        parent={{ label: "API reference", href: "/docs/api/operations" }}
      />
      <p className="mb-4 font-mono text-sm wrap-anywhere">
        <span className="font-semibold">{method}</span> /api/v1{path}
        <span className="ml-3 inline-block text-muted">{id}</span>
      </p>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          {fields.length === 0 ? null : (
            <Panel title="Fields">
              <FieldTable fields={fields} />
            </Panel>
          )}
          <Panel title="Answers">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              {answers.map(({ status, description: said }) => (
                <div key={status} className="contents">
                  <dt className="font-mono">{status}</dt>
                  <dd className="text-muted">{said}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <CodeBlock label="example" code={curlOf(operation, consoleUrl)} />
          <Panel title="Try it">
            <TryOperation operation={operation} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function FieldTable({ fields }: { fields: readonly ReferenceField[] }) {
  return (
    <ul className="flex flex-col divide-y divide-separator">
      {fields.map(({ name, where, type, isRequired, description }) => (
        <li key={`${where} ${name}`} className="py-2 text-sm first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-medium wrap-anywhere">{name}</code>
            <span className="min-w-0 font-mono text-xs text-muted wrap-anywhere">{type}</span>
            <span className="text-xs text-muted">
              {where}
              {isRequired ? ", required" : ""}
            </span>
          </p>
          {description === null ? null : <p className="mt-0.5 text-xs text-muted">{description}</p>}
        </li>
      ))}
    </ul>
  );
}
