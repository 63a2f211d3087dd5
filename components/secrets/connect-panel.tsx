import { FactList } from "@/components/customer/fact-list";
import { CodeBlock } from "@/components/shared/code-block";
import { Panel } from "@/components/shared/panel";

type ConnectPanelProps = { customerId: string; waitingRoomUrl: string };

/** Everything that a connector has to be given. */
export function ConnectPanel({ customerId, waitingRoomUrl }: ConnectPanelProps) {
  const configUrl = `${waitingRoomUrl}/status/integrationconfig/secure/${customerId}`;
  return (
    <Panel
      title="Protect a site"
      description="Put a connector in front of your pages and give it these."
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <FactList
          facts={[
            {
              label: "Customer id",
              value: customerId,
              note: "Goes into every connector; it is c on the wire.",
            },
            {
              label: "Config URL",
              value: configUrl,
              note: "Where connectors pull the published rules, with an API key in the header api-key.",
            },
            {
              label: "Try the API key",
              value: `curl -H "api-key: $STANCHION_API_KEY" ${configUrl}`,
              note: "Answers the newest published version.",
            },
          ]}
        />
        <div className="min-w-0">
          <h3 className="mb-1 text-sm font-medium">Node</h3>
          <CodeBlock code={nodeSnippet(customerId, configUrl)} label="Node snippet" />
          <p className="mt-1 text-xs text-muted">
            Other sites use any public KnownUser V3 connector with the same values.
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
