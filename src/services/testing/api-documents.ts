import { createConsoleConfig } from '#services/compose/console/console-config.ts';
import { describeApis } from '#services/compose/mount-reference.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createOpenApiDocument } from '#services/platform/reference/openapi-document.ts';

const publicUrl = 'https://patron.example';

/** The OpenAPI documents of all APIs, as JSON, by the name of the API. */
export function createApiDocuments(): Map<string, string> {
  const environment = readEnvironment({});
  const apis = describeApis({ environment, publicUrl }, createConsoleConfig(publicUrl));
  return new Map(apis.map((api) => [api.name, JSON.stringify(createOpenApiDocument(api))]));
}
