export { isApproval, requireDone } from "./approval.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
  type ListId,
  type OperationId,
  type RawRequest,
} from "./create-client.ts";
export { ROUTES } from "./generated/routes.ts";
export type { Approval, Operations, Schemas } from "./generated/types.ts";
export type { Answer, CallOptions } from "./send.ts";
export { type FieldError, type Problem, StanchionError } from "./stanchion-error.ts";
