import { createServer, type Server } from "node:http";
import express from "express";
import fastify from "fastify";
import Koa from "koa";
import {
  express as expressAdapter,
  fastify as fastifyAdapter,
  koa as koaAdapter,
  type NodeConnector,
} from "../src/adapters/node/index.ts";
import { runConformance } from "./conformance.ts";
import { answerAsOrigin, startFrameworkSite } from "./node-site.ts";

function withExpress(connector: NodeConnector): Server {
  const app = express();
  app.use(expressAdapter(connector));
  app.use(answerAsOrigin);
  return createServer(app);
}

function withKoa(connector: NodeConnector): Server {
  const app = new Koa();
  app.use(koaAdapter(connector));
  app.use((context) => {
    context.status = 200;
    context.respond = false;
    answerAsOrigin(context.req, context.res);
  });
  return createServer(app.callback());
}

async function withFastify(connector: NodeConnector): Promise<Server> {
  const app = fastify();
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

runConformance({ runtime: "express", start: startFrameworkSite(withExpress) });
runConformance({ runtime: "fastify", start: startFrameworkSite(withFastify) });
runConformance({ runtime: "koa", start: startFrameworkSite(withKoa) });
