import type * as z from 'zod/mini';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { ApiError } from './errors/api-error.ts';
import { parseErrorBody } from './errors/error-body.ts';
import { type HttpResponse, sendHttp } from './http.ts';
import { requestUrl } from './request-url.ts';

/** The right to send requests, as the session gives it. */
export interface Access {
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

/** Where requests get their access token from. */
export interface AccessSource {
  /** A token that is valid now; waits for the person where they have to sign in again. */
  readonly access: () => Promise<Access>;
  /** The next token after a service refused this one. */
  readonly renew: (refused: string) => Promise<Access>;
}

/** A part of the inputs: optional where everything in it is. */
type Part<Name extends string, Schema extends z.ZodMiniType> =
  Record<never, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> };

type BodyPart<Schema> = Schema extends z.ZodMiniType
  ? { readonly body: z.input<Schema> }
  : { readonly body?: undefined };

/** What a request of the endpoint takes. */
export type Inputs<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  BodyPart<E['body']> & {
    /** The step-up token, from `withIdToken`. */
    readonly idToken?: string;
    readonly signal?: AbortSignal;
  };

/** What a request of the endpoint resolves to: the reply, parsed; undefined where it has none. */
export type ResponseOf<E extends Endpoint> = OutputOf<E['response']>;

export interface Client {
  /**
   * Sends a request of an endpoint of the contract. Any 2xx is success.
   *
   * @throws {ApiError}
   * @throws what `signal` was aborted with
   */
  request<E extends Endpoint>(endpoint: E, inputs: Inputs<E>): Promise<ResponseOf<E>>;
}

export interface ClientOptions {
  /** Absolute. */
  readonly baseUrl: string;
  /** Of bodies that are no forms. */
  readonly mediaType: string;
  readonly accessSource: AccessSource;
  /** The resource whose scopes a gateway asks for where the contract names none: "teams". */
  readonly resource?: string;
}

/** Speaks to one of the services in the name of the signed-in person. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, mediaType, accessSource, resource } = options;
  return {
    async request(endpoint, inputs) {
      const gatewayScope =
        resource && `${resource}:${endpoint.method === 'GET' ? 'read' : 'write'}`;
      const scope = endpoint.scope ?? gatewayScope;
      const access = await accessSource.access();
      const response = await sendWith(access);
      if (response.status !== 401) return parseResponse(endpoint, response, { access, scope });
      // The token may have been revoked, or a clock be wrong: one more try with the next one.
      const renewed = await accessSource.renew(access.accessToken);
      return parseResponse(endpoint, await sendWith(renewed), { access: renewed, scope });

      function sendWith({ accessToken }: Access): Promise<HttpResponse> {
        const query = { ...(inputs.query as object), id_token: inputs.idToken };
        const url = urlOf(baseUrl, endpoint, inputs.params ?? {}, query);
        return sendHttp({
          method: endpoint.method,
          url,
          headers: {
            accept: mediaType,
            authorization: `Bearer ${accessToken}`,
            ...(inputs.body === undefined ? {} : { 'content-type': mediaType }),
          },
          body: inputs.body === undefined ? undefined : JSON.stringify(inputs.body),
          signal: inputs.signal,
        });
      }
    },
  };
}

function urlOf(...[baseUrl, endpoint, params, query]: Parameters<typeof requestUrl>): string {
  try {
    return requestUrl(baseUrl, endpoint, params, query);
  } catch (cause) {
    // Nothing can have such an id, so it is what the service would say.
    throw new ApiError({ kind: 'error-response', status: 404, cause });
  }
}

/** The right that a request was sent with, and the scope that it takes. */
interface RequestContext {
  readonly access?: Access;
  readonly scope?: string | undefined;
}

/**
 * The reply of an answer, parsed by the endpoint's schema.
 *
 * @throws {ApiError} of kind `error-response` or `invalid-response`
 */
export function parseResponse<E extends Endpoint>(
  endpoint: E,
  response: HttpResponse,
  { access, scope }: RequestContext = {},
): ResponseOf<E> {
  const { status, requestId } = response;
  const common = { status, requestId, endpoint: endpoint.id, scope };
  if (!response.ok) {
    const missing = status === 403 && scope && access && !access.scopes.includes(scope);
    throw new ApiError({
      ...common,
      kind: 'error-response',
      errors: parseErrorBody(response.body),
      retryAfter: response.retryAfter,
      missingScope: missing ? scope : undefined,
    });
  }
  if (!endpoint.response) return undefined as ResponseOf<E>;
  const reply = endpoint.response.safeParse(response.body);
  if (!reply.success) {
    throw new ApiError({ ...common, kind: 'invalid-response', cause: reply.error });
  }
  return reply.data as ResponseOf<E>;
}
