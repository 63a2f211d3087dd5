/**
 * The connector for pages: for sites where no code can run on a server, and for pages whose scripts
 * call protected addresses. It keeps honest visitors in the line and nobody else.
 *
 * @module
 */

export type { BrowserConnectorOptions, PageEvent, PageProblem } from "./options.ts";
export { type BrowserConnector, startBrowserConnector } from "./start.ts";
