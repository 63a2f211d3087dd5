/**
 * The connector for Fastly Compute.
 *
 * @module
 */

export {
  createFastlyHandler,
  type FastlyFetchEvent,
  type FastlyKvStore,
  type FastlyOptions,
} from "./service.ts";
