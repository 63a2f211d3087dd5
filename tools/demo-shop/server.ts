import { pathToFileURL } from "node:url";
import {
  createNodeConnector,
  type NodeConnectorOptions,
} from "../../connectors/src/adapters/node/index.ts";
import { answerHealth, handleShop } from "./handle-shop";
import {
  closeOnSignal,
  type ListenOptions,
  type RunningShop,
  readShopSettings,
  runServer,
} from "./run-server";

const PULL_INTERVAL_SECONDS = 5;

export interface DemoShopOptions extends NodeConnectorOptions, ListenOptions {}

/**
 * Opens the demo shop behind our own connector. It resolves when it listens and the connector has
 * asked for its rules once.
 */
export async function startDemoShop(options: DemoShopOptions): Promise<RunningShop> {
  const connector = createNodeConnector(options);
  const protectedShop = connector.wrap(handleShop);
  const shop = await runServer(
    (request, response) => {
      if (!answerHealth(request, response)) protectedShop(request, response);
    },
    options,
    connector.close,
  );
  await connector.ready();
  return shop;
}

async function main(): Promise<void> {
  const { secret, ...settings } = await readShopSettings("SHOP_PORT", 3002);
  const shop = await startDemoShop({
    ...settings,
    secrets: [secret],
    failOpen: false,
    pullIntervalSeconds: PULL_INTERVAL_SECONDS,
    onProblem: ({ message }) => console.warn(`Shop: ${message}`),
  });
  closeOnSignal(shop);
  console.log(`Shop: http://localhost:${shop.port}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
