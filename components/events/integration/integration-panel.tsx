import { useState } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { CodeBlock } from "@/components/shared/code-block";
import { CopyLine } from "@/components/shared/copy-line";
import { DocsLink } from "@/components/shared/docs-link";
import { Panel } from "@/components/shared/panel";
import { SelectBox } from "@/components/shared/select-box";
import { SNIPPETS, type SnippetValues, snippetFor } from "./snippets";

type IntegrationPanelProps = { eventId: string; values: SnippetValues };

/** What a site needs for this event: the connector with its values, and a link that leads straight to the line. */
export function IntegrationPanel({ eventId, values }: IntegrationPanelProps) {
  const [first] = SNIPPETS;
  const [page, setPage] = useState(first?.page ?? "");
  const snippet = SNIPPETS.find((one) => one.page === page) ?? first;
  const { customerId, roomUrl, targetUrl } = values;
  const direct = `${roomUrl}/?c=${customerId}&e=${eventId}&t=${encodeURIComponent(targetUrl)}`;
  return (
    <div className="flex flex-col gap-3">
      <Panel
        title="Connector"
        description="Code on your site that sends visitors to the waiting room. One connector serves all events; rules decide which pages it protects."
        actions={
          <ButtonLink href="/rules" variant="secondary">
            Rules
          </ButtonLink>
        }
      >
        <div className="flex flex-col gap-3">
          <SelectBox
            label="Platform"
            value={page}
            onChange={setPage}
            options={SNIPPETS.map((one) => ({ value: one.page, label: one.title }))}
          />
          {snippet === undefined ? null : (
            <>
              <CodeBlock
                label={`snippet for ${snippet.title}`}
                code={snippetFor(snippet, values)}
              />
              <p className="text-xs text-muted">
                Keep the secret and API key out of your code. Get them from{" "}
                <a href="/secrets" className="link-text">
                  Secrets & keys
                </a>
                . <DocsLink page={`connectors/${snippet.page}`}>All options</DocsLink>
              </p>
            </>
          )}
        </div>
      </Panel>
      <Panel title="Values" description="For other connectors and your own code.">
        <div className="flex flex-col gap-3">
          <Value label="Customer id" text={customerId} />
          <Value label="Event id" text={eventId} />
          <Value label="Direct link to the line" text={direct} />
        </div>
      </Panel>
    </div>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-xs text-muted">{label}</p>
      <CopyLine label={`Copy: ${label}`} text={text} />
    </div>
  );
}
