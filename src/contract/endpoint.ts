import {
  type input,
  object,
  type output,
  regex,
  strictObject,
  type ZodMiniObject,
  type ZodMiniType,
} from 'zod/mini';
import type { ReadOf } from './readers/reader-types.ts';
import { limitedString } from './text.ts';
import { wireSchemas } from './wire-schemas.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One operation of an API: everything that client and server agree on.
 *
 * The services register routes from it and the console builds requests from it, so each path,
 * parameter and field is declared once.
 */
export interface Endpoint<
  Params extends ZodMiniType = ZodMiniType,
  Query extends ZodMiniType = ZodMiniType,
  Body extends ZodMiniType | undefined = ZodMiniType | undefined,
  Response extends ZodMiniType | undefined = ZodMiniType | undefined,
> {
  /** The OpenAPI operationId: camelCase, unique across all APIs. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Relative to the service's base URL, with parameters as `:name`. */
  readonly path: string;
  /** The group in the API reference. */
  readonly tag: string;
  /** Path parameters: an object of strings. */
  readonly params: Params;
  /** Query parameters by their literal names, such as `page[size]`. */
  readonly query: Query;
  /** `undefined` if the operation takes no body. */
  readonly body: Body;
  /** The largest body in bytes; every endpoint with a body has one. */
  readonly bodyMaxBytes?: number;
  /** The media type of the body, if it isn't the API's default. */
  readonly bodyMediaType?: 'application/x-www-form-urlencoded';
  /** The status of a successful response. */
  readonly status: 200 | 201 | 202 | 204;
  /** `undefined` if a successful response has no body (204). */
  readonly response: Response;
  /** The required OAuth scope; `undefined` if there is none (loyalty, OAuth). */
  readonly scope?: string;
  /** Whether the `id_token` query parameter is required (advocacy.md, Authentication 3). */
  readonly stepUp?: boolean;
  /** Whether only tokens of Patron's own applications are accepted (decisions.md, 60). */
  readonly firstParty?: boolean;
  /**
   * Whether it is in one of the two specifications: other vendors' services have it too, so its
   * responses are read by the reader's view of their schema (decisions.md, 55).
   */
  readonly isPublished?: boolean;
  /** Whether the response is computed from any number of items, but isn't a list of them. */
  readonly isAggregate?: boolean;
}

type BodyLimit<Body> = Body extends ZodMiniType ? { readonly bodyMaxBytes: number } : unknown;

const integerText = limitedString(15)
  .check(regex(/^\d{1,15}$/))
  .register(wireSchemas, { type: 'integer', minimum: 1 });

export type IntegerParams<Name extends string> = ZodMiniObject<Record<Name, typeof integerText>>;

/** Integer path parameters; anything else is 404 (decisions.md, 3). */
export function integerParams<const Name extends string>(
  names: readonly Name[],
): IntegerParams<Name> {
  return object(
    Object.fromEntries(names.map((name) => [name, integerText])) as Record<
      Name,
      typeof integerText
    >,
  );
}

/** The names of the parameters in a path: `team_id` of `/teams/:team_id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

/** As declared: without the parts that have their default. */
type EndpointDefinition<
  Path extends string,
  Params extends ZodMiniType,
  Query extends ZodMiniType,
  Body extends ZodMiniType | undefined,
  Response extends ZodMiniType | undefined,
> = Omit<
  Endpoint<Params, Query, Body, Response>,
  'path' | 'params' | 'query' | 'body' | 'status' | 'response'
> & {
  readonly path: Path;
  /** By default those in the path are integers. */
  readonly params?: Params;
  /** By default no parameter is accepted. */
  readonly query?: Query;
  /** By default none. */
  readonly body?: Body;
  /** By default 200, or 204 without a response. */
  readonly status?: Endpoint['status'];
  /** By default none. */
  readonly response?: Response;
} & BodyLimit<Body>;

const noParameters = strictObject({});

/** Declares an endpoint, preserving the types of its schemas. */
export function defineEndpoint<
  const Path extends string,
  Params extends ZodMiniType = IntegerParams<NamesIn<Path>>,
  Query extends ZodMiniType = typeof noParameters,
  Body extends ZodMiniType | undefined = undefined,
  Response extends ZodMiniType | undefined = undefined,
>(definition: EndpointDefinition<Path, Params, Query, Body, Response>) {
  return {
    params: integerParams([...definition.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)),
    query: noParameters,
    body: undefined,
    status: definition.response ? 200 : 204,
    response: undefined,
    ...definition,
  } as unknown as Endpoint<Params, Query, Body, Response>;
}

/** Declares an endpoint of the two specifications, see `isPublished`. */
export function definePublishedEndpoint<
  const Path extends string,
  Params extends ZodMiniType = IntegerParams<NamesIn<Path>>,
  Query extends ZodMiniType = typeof noParameters,
  Body extends ZodMiniType | undefined = undefined,
  Response extends ZodMiniType | undefined = undefined,
>(definition: EndpointDefinition<Path, Params, Query, Body, Response>) {
  return { ...defineEndpoint(definition), isPublished: true } as const;
}

/** Whether an operation reads any number of items, to list or to count them: such reads are limited in number and time. */
export function readsMany({ method, id, isAggregate }: Endpoint): boolean {
  return method === 'GET' && (id.startsWith('list') || isAggregate === true);
}

/** The output type of an endpoint's schema; undefined without a schema. */
export type OutputOf<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;

/** The type of a response as its reader has it; undefined for endpoints without one. */
export type ResponseOf<E extends Pick<Endpoint, 'response' | 'isPublished'>> = E extends {
  readonly isPublished: true;
  readonly response: infer Schema extends ZodMiniType;
}
  ? ReadOf<Schema>
  : OutputOf<E['response']>;

/** The input type of an endpoint's schema; undefined without a schema. */
export type InputOf<Schema> = Schema extends ZodMiniType ? input<Schema> : undefined;
