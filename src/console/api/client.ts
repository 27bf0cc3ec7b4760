import type * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { readResponse } from '#contract/read-response.ts';
import { recordCall } from './call-log.ts';
import { ApiError } from './errors/api-error.ts';
import { parseErrorBody } from './errors/error-body.ts';
import { type HttpResponse, sendHttp } from './http.ts';
import { requestUrl } from './request-url.ts';
import { isDecidedByMembership } from './sections.ts';

/** Access token and its scopes. */
export interface Access {
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

export interface AccessOptions {
  /** How long the token must be valid. */
  readonly atLeastMs?: number;
  /** Fails after the user chose not to sign in again, instead of asking again. */
  readonly isBackground?: boolean;
}

export interface AccessSource {
  /** A valid token. Waits while the user has to sign in again. */
  readonly access: (options?: AccessOptions) => Promise<Access>;
  /** A new token after a service rejected this one. */
  readonly renew: (rejectedToken: string) => Promise<Access>;
}

/** A property of the inputs: optional if all the properties in it are. */
type InputPart<Name extends string, Schema extends z.ZodMiniType> =
  Record<never, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> };

type BodyInput<Schema> = Schema extends z.ZodMiniType
  ? { readonly body: z.input<Schema> }
  : { readonly body?: undefined };

export type Inputs<E extends Endpoint> = InputPart<'params', E['params']> &
  InputPart<'query', E['query']> &
  BodyInput<E['body']> & {
    /** The step-up token, from `withIdToken`. */
    readonly idToken?: string;
    /** The audit log finds the change by it; by default the service chooses one. */
    readonly requestId?: string;
    readonly signal?: AbortSignal;
  };

export interface Client {
  /** Absolute. */
  readonly baseUrl: string;
  readonly accessSource: AccessSource;
  /**
   * Sends a request to an endpoint of the contract. Any 2xx is a success.
   *
   * @throws {ApiError}
   * @throws the reason of `signal` if it is aborted
   */
  request<E extends Endpoint>(endpoint: E, inputs: Inputs<E>): Promise<ResponseOf<E>>;
}

export interface ClientOptions {
  /** Absolute. */
  readonly baseUrl: string;
  /** Media type of requests and responses. */
  readonly mediaType: string;
  readonly accessSource: AccessSource;
  /** The resource of the scopes that a gateway requires when the endpoint names none: "teams". */
  readonly resource?: string;
  /** The scopes that the console asks for. */
  readonly requestedScopes?: readonly string[];
}

/** HTTP client for one service, authenticated as the current user. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, mediaType, accessSource, resource, requestedScopes } = options;
  return {
    baseUrl,
    accessSource,
    async request(endpoint, inputs) {
      const gatewayScope =
        resource && `${resource}:${endpoint.method === 'GET' ? 'read' : 'write'}`;
      const required = endpoint.scope ?? gatewayScope;
      const isUnneeded =
        required && requestedScopes && isDecidedByMembership(required, requestedScopes);
      const scope = isUnneeded ? undefined : required;
      const access = await accessSource.access({ isBackground: endpoint.method === 'GET' });
      const response = await sendWith(access);
      if (response.status !== 401) return parseResponse(endpoint, response, { access, scope });
      // The token may have been revoked, or a clock may be wrong: retry once with a new one.
      const renewed = await accessSource.renew(access.accessToken);
      return parseResponse(endpoint, await sendWith(renewed), { access: renewed, scope });

      function sendWith({ accessToken }: Access): Promise<HttpResponse> {
        const query = { ...(inputs.query as object), id_token: inputs.idToken };
        const url = urlOf(baseUrl, endpoint, inputs.params ?? {}, query);
        const { method } = endpoint;
        const body = inputs.body === undefined ? undefined : JSON.stringify(inputs.body);
        return recordCall({ method, url, mediaType, body }, () =>
          sendHttp({
            method,
            url,
            headers: {
              accept: mediaType,
              authorization: `Bearer ${accessToken}`,
              ...(body === undefined ? {} : { 'content-type': mediaType }),
              ...(inputs.requestId === undefined ? {} : { 'x-request-id': inputs.requestId }),
            },
            body,
            signal: inputs.signal,
          }),
        );
      }
    },
  };
}

function urlOf(...[baseUrl, endpoint, params, query]: Parameters<typeof requestUrl>): string {
  try {
    return requestUrl(baseUrl, endpoint, params, query);
  } catch (cause) {
    // Such an id cannot exist; behave like the server's 404.
    throw new ApiError({ kind: 'error-response', status: 404, cause });
  }
}

interface RequestContext {
  readonly access?: Access | undefined;
  readonly scope?: string | undefined;
}

/**
 * Parses a response with the endpoint's schema.
 *
 * @throws {ApiError} of kind `error-response` or `invalid-response`
 */
export function parseResponse<
  E extends Pick<Endpoint, 'id' | 'method' | 'response' | 'isPublished'> & WithQuery,
>(endpoint: E, response: HttpResponse, { access, scope }: RequestContext = {}): ResponseOf<E> {
  if (!response.ok) throw responseError(endpoint, response, { access, scope });
  if (!endpoint.response) return undefined as ResponseOf<E>;
  const { body, cause } = readResponse(endpoint, response.body);
  if (body === undefined) {
    const { status, requestId } = response;
    const fields = {
      status,
      requestId,
      endpoint: endpoint.id,
      method: endpoint.method,
      scope,
      cause,
    };
    throw new ApiError({ ...fields, kind: 'invalid-response' });
  }
  return body;
}

type WithQuery = Partial<Pick<Endpoint, 'query'>>;

/** The error of a response with a status other than 2xx. */
export function responseError(
  endpoint: Pick<Endpoint, 'id'> & WithQuery,
  { status, body, requestId, retryAfterSeconds }: HttpResponse,
  { access, scope }: RequestContext,
): ApiError {
  const missing = status === 403 && scope && access && !access.scopes.includes(scope);
  return new ApiError({
    kind: 'error-response',
    status,
    requestId,
    retryAfterSeconds,
    endpoint: endpoint.id,
    scope,
    errors: parseErrorBody(body),
    missingScope: missing ? scope : undefined,
    acceptsIdToken:
      endpoint.query && 'id_token' in ((endpoint.query as { shape?: object }).shape ?? {}),
  });
}
