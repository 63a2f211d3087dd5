import { CodeBlock } from "@/components/shared/code-block";
import { Panel } from "@/components/shared/panel";
import type { DeliveryDetails } from "@/lib/services/sites/webhook/get-delivery";

type RequestPanelProps = { url: string; request: DeliveryDetails["request"] };

/** What was sent, or will be. */
export function RequestPanel({ url, request: { headers, body } }: RequestPanelProps) {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Panel title="Request" description="Each attempt adds webhook-timestamp and webhook-signature.">
      <div className="flex flex-col gap-3">
        <CodeBlock label="the head" code={[`POST ${url}`, ...head].join("\n")} />
        <CodeBlock label="the body" code={JSON.stringify(JSON.parse(body), null, 2)} />
      </div>
    </Panel>
  );
}
