/**
 * The connector for Node: in front of a `node:http` handler, or as Express-style middleware.
 *
 * @module
 */

export { createNodeConnector, type NodeConnector } from "./connector.ts";
export type { NodeConnectorOptions } from "./options.ts";
