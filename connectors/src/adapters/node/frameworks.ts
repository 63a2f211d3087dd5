import type { AnyResponse, NodeConnector } from "./connector.ts";
import type { AnyRequest } from "./visitor-facts.ts";

/** What Fastify's hooks give, as far as it is needed here. */
interface FastifyRequestLike {
  readonly raw: AnyRequest;
}
interface FastifyReplyLike {
  readonly raw: AnyResponse;
  readonly hijack: () => unknown;
}

/** What Koa's middleware gives, as far as it is needed here. */
interface KoaContextLike {
  readonly req: AnyRequest;
  readonly res: AnyResponse;
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
