import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>;

interface Api {
  title: string;
  description: string;
  version: string;
  /** The API's base address; the routes are described relative to it. */
  baseUrl: string;
  securitySchemes: NonNullable<Components['securitySchemes']>;
}

/**
 * Describes a scope's routes as OpenAPI, from the contract that they are registered with. Call it
 * before the scope's routes.
 * @returns the document, once the server is ready.
 */
export async function describeApi(
  app: FastifyInstance,
  { title, description, version, baseUrl, securitySchemes }: Api,
): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version },
      servers: [{ url: baseUrl }],
      components: { securitySchemes },
    },
    stripBasePath: true,
    transform: jsonSchemaTransform,
  });
  return () => app.swagger();
}
