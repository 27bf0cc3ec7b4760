import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>;

interface Api {
  /** Used in the path of its document, /docs/<name>.json. */
  name: 'advocacy' | 'loyalty';
  title: string;
  description: string;
  version: string;
  /** The path on this server. */
  path: string;
  /** The public URL of that path; routes are documented relative to it. */
  baseUrl: string;
  securitySchemes: NonNullable<Components['securitySchemes']>;
}

/** An API with its OpenAPI document, which is available once the server is ready. */
export interface DescribedApi extends Pick<Api, 'name' | 'title'> {
  document: () => object;
}

/** Mounts an API and generates its OpenAPI document from the contract of its routes. */
export async function mountApi(
  server: FastifyInstance,
  { name, title, description, version, path, baseUrl, securitySchemes }: Api,
  routes: (app: FastifyInstance) => Promise<void>,
): Promise<DescribedApi> {
  let document: DescribedApi['document'] = () => ({});
  await server.register(
    async (app) => {
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
      document = () => app.swagger();
      await routes(app);
    },
    { prefix: path },
  );
  return { name, title, document: () => document() };
}
