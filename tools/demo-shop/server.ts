import {
  createNodeConnector,
  type NodeConnectorOptions,
} from "../../connectors/src/adapters/node/index.ts";
import { handleShop } from "./handle-shop";
import {
  type ListenOptions,
  type RunningShop,
  readShopSettings,
  runAlone,
  runServer,
} from "./run-server";

const PULL_INTERVAL_SECONDS = 5;

export interface DemoShopOptions extends NodeConnectorOptions, ListenOptions {}

/** Opens the demo shop behind our own connector; it listens then, and has asked for its rules once. */
export async function startDemoShop(options: DemoShopOptions): Promise<RunningShop> {
  const connector = createNodeConnector(options);
  const shop = await runServer(connector.wrap(handleShop), options, connector.close);
  await connector.ready();
  return shop;
}

await runAlone(import.meta.url, "Shop", async () => {
  const { secret, ...settings } = await readShopSettings("SHOP_PORT", 3002);
  return startDemoShop({
    ...{ ...settings, secrets: [secret], failOpen: false },
    pullIntervalSeconds: PULL_INTERVAL_SECONDS,
    onProblem: ({ message }) => console.warn(`Shop: ${message}`),
  });
});
