import type { IncomingMessage, ServerResponse } from "node:http";
import type { NodeConnector } from "./connector.ts";

/** What Fastify's hooks give, as far as it is needed here. */
interface FastifyRequestLike {
  readonly raw: IncomingMessage;
}
interface FastifyReplyLike {
  readonly raw: ServerResponse;
  readonly hijack: () => unknown;
}

/** What Koa's middleware gives, as far as it is needed here. */
interface KoaContextLike {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  respond?: boolean | undefined;
}

/**
 * Express middleware. Put it before the routes and before anything that answers from a cache.
 *
 * @example
 * app.use(express(connector));
 */
export function express(connector: NodeConnector): NodeConnector["middleware"] {
  return connector.middleware;
}

/**
 * A Fastify hook.
 *
 * @example
 * app.addHook("onRequest", fastify(connector));
 */
export function fastify(
  connector: NodeConnector,
): (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<void> {
  return async (request, reply) => {
    if (!(await connector.admit(request.raw, reply.raw))) reply.hijack();
  };
}

/**
 * Koa middleware. Put it first.
 *
 * @example
 * app.use(koa(connector));
 */
export function koa(
  connector: NodeConnector,
): (context: KoaContextLike, next: () => Promise<unknown>) => Promise<void> {
  return async (context, next) => {
    if (await connector.admit(context.req, context.res)) await next();
    else context.respond = false;
  };
}
