/**
 * The connector for Node: in front of a `node:http` handler, in Express, Fastify and Koa.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export type { ActivityReporter } from "../../host/index.ts";
export { createActivityReporter, type NodeActivityOptions } from "./activity.ts";
export { createNodeConnector, type NodeConnector } from "./connector.ts";
export { express, fastify, koa } from "./frameworks.ts";
export type { NodeConnectorOptions } from "./options.ts";
