import Link from "next/link";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import type { OperationReference } from "@/lib/docs/operation-reference";

/** All operations by what they are about. */
export function OperationList({ operations }: { operations: readonly OperationReference[] }) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every operation, with its fields and an example. Each page can send a request with your API key."
        parent={{ label: "API", href: "/docs/api/README" }}
      />
      <div className="flex flex-col gap-3">
        {tags.map((tag) => (
          <Panel key={tag} title={tag}>
            <ul className="flex flex-col gap-y-1">
              {operations
                .filter((operation) => operation.tag === tag)
                .map(({ id, method, path, summary }) => (
                  <li
                    key={id}
                    className="grid grid-cols-[4rem_1fr] items-baseline gap-x-2 text-sm lg:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]"
                  >
                    <span className="font-mono text-xs text-muted">{method}</span>
                    <Link href={`/docs/api/operations/${id}`} className="link-text">
                      {summary}
                    </Link>
                    <code className="font-mono text-xs text-muted wrap-anywhere max-lg:col-start-2">
                      {path}
                    </code>
                  </li>
                ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}
