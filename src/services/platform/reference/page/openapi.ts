// The parts of an OpenAPI document that the page shows, as `createOpenApiDocument` writes them.

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  example?: unknown;
  schema: JsonSchema;
}

interface Content {
  schema: JsonSchema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  security: Record<string, readonly string[]>[];
}

export interface SecurityScheme {
  type: 'oauth2' | 'apiKey' | 'http';
  description?: string;
  /** Of an `apiKey`. */
  in?: 'header' | 'query';
  name?: string;
  flows?: { authorizationCode: { authorizationUrl: string; tokenUrl: string } };
}

export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

/** The only media type of a body, with its schema and example. */
export function bodyOf(content: Record<string, Content> | undefined) {
  const [entry] = Object.entries(content ?? {});
  return entry && { mediaType: entry[0], ...entry[1] };
}
