import { createSecureServer, type Http2SecureServer } from "node:http2";
import fastify from "fastify";
import Koa from "koa";
import {
  fastify as fastifyAdapter,
  koa as koaAdapter,
  type NodeConnector,
} from "../src/adapters/node/index.ts";
import { runConformance } from "./conformance.ts";
import { startHttp2Site, type Tls } from "./http2-site.ts";
import { answerAsOrigin } from "./node-site.ts";

function withNode(connector: NodeConnector, tls: Tls): Http2SecureServer {
  return createSecureServer(tls, connector.wrap(answerAsOrigin));
}

function withKoa(connector: NodeConnector, tls: Tls): Http2SecureServer {
  const app = new Koa();
  app.use(koaAdapter(connector));
  app.use((context) => {
    context.status = 200;
    context.respond = false;
    answerAsOrigin(context.req, context.res);
  });
  return createSecureServer(tls, app.callback());
}

async function withFastify(connector: NodeConnector, tls: Tls): Promise<Http2SecureServer> {
  const app = fastify({ http2: true, https: tls });
  app.addHook("onRequest", fastifyAdapter(connector));
  app.removeAllContentTypeParsers();
  // The site reads the body itself.
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", (request, reply) => {
    reply.hijack();
    answerAsOrigin(request.raw, reply.raw);
  });
  await app.ready();
  return app.server;
}

runConformance({ runtime: "node-http2", start: startHttp2Site(withNode) });
runConformance({ runtime: "fastify-http2", start: startHttp2Site(withFastify) });
runConformance({ runtime: "koa-http2", start: startHttp2Site(withKoa) });
