declare module "http-request" {
  /** The sub-requests of EdgeWorkers. */
  export const httpRequest: import("../src/adapters/akamai/index.ts").HttpRequestFunction;
}
