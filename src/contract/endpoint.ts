import type { input, output, ZodMiniType } from 'zod/mini';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One operation of an API: everything that the two ends have to agree on.
 *
 * The services register a route from it and the console's fetch layer builds a request from it, so
 * a path, parameter or field exists in one place only.
 */
export interface Endpoint<
  Params extends ZodMiniType = ZodMiniType,
  Query extends ZodMiniType = ZodMiniType,
  Body extends ZodMiniType | undefined = ZodMiniType | undefined,
  Response extends ZodMiniType | undefined = ZodMiniType | undefined,
> {
  /** Unique over both APIs, camelCase: the OpenAPI operationId. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Relative to the service's base address; parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** The group it is listed under in the reference. */
  readonly tag: string;
  /** Path parameters: an object of strings as they stand in the URL. */
  readonly params: Params;
  /** Query parameters by their literal names (`page[size]`); input is what a URL can hold. */
  readonly query: Query;
  /** `undefined` where the operation takes no body. */
  readonly body: Body;
  /** Media type of the body where it is another than the API's own. */
  readonly bodyMediaType?: 'application/x-www-form-urlencoded';
  /** Status of success. */
  readonly status: 200 | 201 | 204;
  /** `undefined` where success has no body (204). */
  readonly response: Response;
  /** The OAuth scope asked for; `undefined` where there is none (loyalty, OAuth). */
  readonly scope?: string;
  /** Whether the `id_token` query parameter is required (advocacy.md, Authentication 3). */
  readonly stepUp?: boolean;
  /** Statuses of refusal that the contract names for it, for the reference. */
  readonly errors: readonly number[];
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function defineEndpoint<
  Params extends ZodMiniType,
  Query extends ZodMiniType,
  Body extends ZodMiniType | undefined,
  Response extends ZodMiniType | undefined,
>(endpoint: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return endpoint;
}

/** What an endpoint's schema gives for what it has parsed; undefined where there is no schema. */
export type OutputOf<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;

/** What an endpoint's schema takes; undefined where there is no schema. */
export type InputOf<Schema> = Schema extends ZodMiniType ? input<Schema> : undefined;
