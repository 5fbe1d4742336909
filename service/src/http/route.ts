import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Parts } from "../parts.ts";

/** The app, with types that come from a route's schema. */
export type App = Parameters<FastifyPluginAsyncTypebox>[0];

/** Adds one endpoint. */
type Route = (app: App, parts: Parts) => void;

/** A plugin that adds these endpoints, in order. */
export function routesOf(...routes: readonly Route[]): FastifyPluginAsyncTypebox<{ parts: Parts }> {
  return async (app, { parts }) => {
    for (const add of routes) add(app, parts);
  };
}
