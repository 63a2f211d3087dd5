import { FactList } from "@/components/customer/fact-list";
import { CodeBlock } from "@/components/shared/code-block";
import { Panel } from "@/components/shared/panel";

type ConnectPanelProps = { customerId: string; waitingRoomUrl: string };

/** Everything that a connector has to be given. */
export function ConnectPanel({ customerId, waitingRoomUrl }: ConnectPanelProps) {
  const configUrl = `${waitingRoomUrl}/status/integrationconfig/secure/${customerId}`;
  return (
    <Panel title="Protect a site" description="Install a connector with these values.">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <FactList
          facts={[
            {
              label: "Customer id",
              value: customerId,
              note: "Required by every connector. Sent as c.",
            },
            {
              label: "Config URL",
              value: configUrl,
              note: "Connectors fetch published rules here, with an API key in the api-key header.",
            },
            {
              label: "Test the API key",
              value: `curl -H "api-key: $STANCHION_API_KEY" ${configUrl}`,
              note: "Returns the latest published version.",
            },
          ]}
        />
        <div className="min-w-0">
          <h3 className="mb-1 text-sm font-medium">Node</h3>
          <CodeBlock code={nodeSnippet(customerId, configUrl)} label="Node snippet" />
          <p className="mt-1 text-xs text-muted">
            Any public KnownUser V3 connector works with the same values.
          </p>
        </div>
      </div>
    </Panel>
  );
}

function nodeSnippet(customerId: string, configUrl: string): string {
  return `import { createServer } from "node:http";
import { createNodeConnector } from "@stanchion/connector/node";

const connector = createNodeConnector({
  customerId: "${customerId}",
  secrets: [process.env.STANCHION_SECRET],
  apiKey: process.env.STANCHION_API_KEY,
  configUrl: "${configUrl}",
  failOpen: false,
});

createServer(connector.wrap(yourHandler)).listen(8080);
// or with Express: app.use(connector.middleware)`;
}
