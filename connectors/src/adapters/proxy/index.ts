/**
 * A reverse proxy with a connector in it, for sites that can install nothing.
 *
 * @module
 */

export type { ProxyOptions } from "./options.ts";
export { createProxy, type ListenOptions, type ProxyServer } from "./proxy.ts";
