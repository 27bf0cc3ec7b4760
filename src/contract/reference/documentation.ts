import type { ZodMiniType } from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** An endpoint, or an operation that is only described, such as an event stream or a page. */
export interface DescribedEndpoint
  extends Omit<Endpoint, 'method' | 'status' | 'bodyMediaType' | 'scope'> {
  readonly method: string;
  readonly status: number;
  readonly bodyMediaType?: string;
  /** The media type of the successful response, if it isn't the API's default. */
  readonly responseMediaType?: string;
  readonly scope?: string;
}

export interface ParameterDocumentation {
  /** CommonMark. */
  description: string;
  /** A value that works on the demo data; only for parameters that can be combined freely. */
  example?: unknown;
  deprecated?: boolean;
  /** Replaces the schema of the contract where that only describes text. */
  schema?: Readonly<Record<string, unknown>>;
}

export interface OperationDocumentation {
  endpoint: DescribedEndpoint;
  summary: string;
  /** CommonMark. */
  description: string;
  /** Adds to the API's parameters of the same name, or replaces them. */
  parameters?: Readonly<Record<string, Partial<ParameterDocumentation>>>;
  /** Request headers by name. */
  headers?: Readonly<Record<string, ParameterDocumentation>>;
  /** A body that works on the demo data. */
  body?: unknown;
  /** What a status means for this operation, unless the API's general description fits. */
  responses?: Readonly<Record<number, string>>;
  /** What to replace in the example before it can succeed on the demo data. */
  prerequisite?: string;
  /** Security requirements, if they aren't the API's. */
  security?: readonly Security[];
  /** Error statuses, if they aren't those of `errorsOf` and `responses`. */
  statuses?: readonly number[];
  /** Schemas of errors by status, with their media types, if they aren't the API's. */
  errors?: Readonly<Record<number, ErrorFormat>>;
}

/** Scopes by the name of a security scheme. */
export type Security = Readonly<Record<string, readonly string[]>>;

export interface ErrorFormat {
  mediaType: string;
  schema: ZodMiniType;
}

export interface SchemaDocumentation {
  schema: ZodMiniType;
  /** Described in its place, where the contract's schema is looser than what is sent. */
  describedAs?: ZodMiniType;
  /** CommonMark. */
  description: string;
  example?: unknown;
}

/** A request that the service sends. */
export interface WebhookDocumentation {
  name: string;
  summary: string;
  description: string;
  tag: string;
  headers: Readonly<Record<string, ParameterDocumentation>>;
  body: ZodMiniType;
  example: unknown;
}

/** Everything the API reference says about an API that its endpoints don't. */
export interface ApiDocumentation {
  /** Used in the path of its document, /docs/<name>.json. */
  name: string;
  title: string;
  version: string;
  /** CommonMark. */
  description: string;
  baseUrl: string;
  /** By tag, in the order in which they are shown. */
  tags: Readonly<Record<string, string>>;
  operations: readonly OperationDocumentation[];
  webhooks?: readonly WebhookDocumentation[];
  /** Named schemas by name. */
  schemas: Readonly<Record<string, SchemaDocumentation>>;
  /** Parameters that mean the same in every operation, by name. */
  parameters: Readonly<Record<string, ParameterDocumentation>>;
  /** Parameters that operations accept but that are described elsewhere. */
  hiddenParameters?: readonly string[];
  /** What each status means, by status. */
  responses: Readonly<Record<number, string>>;
  mediaType: string;
  error: ErrorFormat;
  securitySchemes: Readonly<Record<string, object>>;
  /** The error statuses that each endpoint of its kind has. */
  errorsOf(endpoint: DescribedEndpoint): readonly number[];
  /** The tokens or keys that an endpoint requires. */
  securityOf(endpoint: DescribedEndpoint): readonly Security[];
}

/** The URLs that an API's document names, without trailing slashes. */
export interface ReferenceAddresses {
  baseUrl: string;
  authorizeUrl: string;
  tokenUrl: string;
}

/** An endpoint of Patron's own API, which is plain JSON, under a path of its service. */
export function below(prefix: string, endpoint: Endpoint): DescribedEndpoint {
  return {
    ...endpoint,
    path: `${prefix}${endpoint.path}`,
    bodyMediaType: 'application/json',
    responseMediaType: 'application/json',
  };
}
