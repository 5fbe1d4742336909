import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply } from "fastify";
import { trusts } from "./config/trusted-proxies.ts";
import { HttpError } from "./errors/http-error.ts";
import { bracketRoutes, bracketSchema } from "./http/brackets.ts";
import { buildSerializersOnce } from "./http/compile-once.ts";
import { boundConnections } from "./http/connections.ts";
import { downloadRoutes } from "./http/downloads/downloads.ts";
import { Renditions } from "./http/downloads/renditions.ts";
import { allowOrigins, dropSlowBodies, refuseUnderPressure, traceRequests } from "./http/hooks.ts";
import { imageSchema } from "./http/images/image-view.ts";
import { imageRoutes } from "./http/images/images.ts";
import { lensRoutes } from "./http/lenses.ts";
import { limitRequests } from "./http/limit-requests.ts";
import { measure } from "./http/metrics.ts";
import { describeApi } from "./http/openapi.ts";
import { operationRoutes } from "./http/operations.ts";
import { orderSchema } from "./http/orders/order-view.ts";
import { orderRoutes } from "./http/orders/orders.ts";
import { drainRefused, knowAccounts, parseAnyJson, refuseBadText } from "./http/requests.ts";
import { errorAnswers, errorSchema } from "./http/schemas.ts";
import { answerUnreadable, troubleOf } from "./http/trouble.ts";
import { uploadRoutes } from "./http/uploads.ts";
import { validateRequests } from "./http/validation.ts";
import type { Parts } from "./parts.ts";
import { webRoutes } from "./web/web-routes.ts";

const jsonBodyBytes = 2 ** 20;

const documentSchema = {
  summary: "This document",
  tags: ["operations"],
  response: {
    200: Type.Record(Type.String(), Type.Unknown(), { description: "OpenAPI 3.1" }),
    ...errorAnswers(),
  },
};

/** The HTTP server over `parts`; the caller calls `listen` and `close`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log } = parts;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ? trusts(config.trustProxy) : false,
    bodyLimit: jsonBodyBytes,
    connectionTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 0,
    rewriteUrl: ({ url = "/" }) => plainAddress(url),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 256 },
    forceCloseConnections: "idle",
    // A malformed path matches no route, so the error handler below does not see it.
    frameworkErrors({ statusCode = 400, message }, _request, reply) {
      (reply as FastifyReply).code(statusCode).send({ message, detail: {} });
    },
    clientErrorHandler: answerUnreadable,
    schemaController: { compilersFactory: { buildSerializer: buildSerializersOnce } },
  });
  traceRequests(app);
  boundConnections(app, config);
  validateRequests(app);
  parseAnyJson(app);
  drainRefused(app);
  dropSlowBodies(app);
  refuseUnderPressure(app);
  answerErrors(app);
  const metrics = measure(app, parts);
  await limitRequests(app, parts);
  allowOrigins(app);
  await describeApi(app);
  knowAccounts(app, parts);
  refuseBadText(app);
  for (const schema of [errorSchema, imageSchema, orderSchema, bracketSchema]) app.addSchema(schema);
  await app.register(imageRoutes, { parts });
  await app.register(orderRoutes, { parts });
  await app.register(bracketRoutes, { parts });
  await app.register(uploadRoutes, { parts });
  const renditions = new Renditions(parts);
  app.addHook("onClose", () => renditions.close());
  await app.register(downloadRoutes, { parts: { ...parts, renditions } });
  await app.register(lensRoutes, { parts });
  await app.register(operationRoutes, { parts, metrics });
  await app.register(webRoutes, { parts: { ...parts, renditions } });
  app.get("/openapi.json", { schema: documentSchema }, async () => app.swagger());
  return app;
}

/** Clients whose base ends in a slash send two; an example that clients have copied reads orders without /v3. */
function plainAddress(url: string): string {
  return url.replace(/^\/{2,}/, "/").replace(/^\/orders\//, "/v3/orders/");
}

/** One shape, {message, detail}. Errors that are not the client's fault reveal no internals. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof HttpError) {
      return reply.code(error.statusCode).headers(error.headers).send({ message: error.message, detail: error.detail });
    }
    const trouble = troubleOf(error);
    if (trouble) {
      const { statusCode, message, detail, headers } = trouble;
      request.log.error({ err: error }, message);
      return reply.code(statusCode).headers(headers).send({ message, detail });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: error.message, detail: {} });
    request.log.error({ err: error }, "request failed");
    return reply.code(500).send({
      message: "The service failed; report detail.id, which identifies the request in its log.",
      detail: { id: request.id },
    });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: "This address does not exist; /docs lists those that do.", detail: {} }),
  );
}

/** The HTTP server of a worker: /healthz, /readyz and /metrics, for monitoring. */
export async function buildWorkerApp(parts: Parts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    forceCloseConnections: "idle",
  });
  app.addSchema(errorSchema);
  const metrics = measure(app, parts);
  await app.register(operationRoutes, { parts, metrics });
  return app;
}
