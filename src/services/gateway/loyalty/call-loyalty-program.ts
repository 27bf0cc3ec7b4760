import type { Endpoint } from '#contract/endpoint.ts';
import { API_KEY_HEADER, COUNT_DEFAULT, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { forwardedHeaders } from '#services/platform/audit/forwarded-caller.ts';
import { BACKGROUND_HEADERS, currentContext } from '#services/platform/context.ts';
import { recordExternalChange, traceHeaders } from './external-service.ts';
import type { LoyaltyKeys } from './loyalty-connections.ts';
import {
  isTooLarge,
  sendToLoyalty,
  type UpstreamRequest,
  type UpstreamResponse,
} from './loyalty-upstream.ts';
import { upstreamUrl } from './upstream-url.ts';

export type LoyaltyCallDependencies = Pick<
  GatewayDependencies,
  'db' | 'clock' | 'encryption' | 'loyaltyBaseUrl' | 'servesLoyalty' | 'callOwnLoyalty' | 'limits'
>;

interface LoyaltyRequest {
  endpoint: Endpoint;
  params: Record<string, string>;
  /** A query string with its `?`. Anything before it is ignored. */
  search: string;
  /** The headers that describe the body, such as its type. */
  headers?: Record<string, string>;
  body: Uint8Array | undefined;
  /** Default: the request is never aborted, so that a change isn't interrupted. */
  signal?: AbortSignal | undefined;
}

/**
 * Calls a team's loyalty program with its keys. Our own loyalty service records the changes that it
 * makes; those in another one are recorded here.
 * @throws {JsonApiError} 404 for an unsafe id; 502, 504 like `sendToLoyalty`
 */
export async function callLoyaltyProgram(
  {
    db,
    clock,
    encryption,
    loyaltyBaseUrl,
    servesLoyalty,
    callOwnLoyalty,
    limits,
  }: LoyaltyCallDependencies,
  { teamId, baseUrl, apiKey, partnerId }: LoyaltyKeys,
  { endpoint, params, search, headers = {}, body, signal }: LoyaltyRequest,
): Promise<UpstreamResponse> {
  const isOwn = servesLoyalty && baseUrl === undefined;
  const url = upstreamUrl(baseUrl ?? loyaltyBaseUrl, endpoint, params, search);
  const response = await sendPage(
    {
      method: endpoint.method,
      url,
      headers: {
        [API_KEY_HEADER]: apiKey,
        [PARTNER_ID_HEADER]: partnerId,
        // Only our own service may learn who the user is.
        ...(isOwn ? forwardedHeaders({ encryption, clock }) : traceHeaders()),
        ...(currentContext().isBackground ? BACKGROUND_HEADERS : {}),
        ...headers,
      },
      body,
      signal: signal ?? new AbortController().signal,
      isDirect: isOwn && callOwnLoyalty !== undefined,
    },
    endpoint,
    limits,
  );
  if (!isOwn && endpoint.method !== 'GET' && response.status < 300) {
    const idParam = new URL(url).searchParams.get('idParam');
    const address = params.member === undefined ? undefined : { id: params.member, idParam };
    const received = response.body;
    await recordExternalChange(db, { endpoint, teamId, address, sent: body, received });
  }
  return response;
}

/** How many times fewer items are requested if a page is too large. */
const SMALLER = 8;

/** Sends a request. `count` of a list is a maximum, so a page that is too large is requested smaller. */
async function sendPage(
  request: UpstreamRequest,
  endpoint: Endpoint,
  limits: GatewayDependencies['limits'],
): Promise<UpstreamResponse> {
  try {
    return await sendToLoyalty(request, limits);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const url = new URL(request.url);
    const count = Math.floor(countOf(endpoint, url) / SMALLER);
    if (count === 0) throw error;
    url.searchParams.set('count', String(count));
    return sendPage({ ...request, url: url.href }, endpoint, limits);
  }
}

/** How many items a request for a list asks for; 0 for other requests. */
function countOf({ id }: Endpoint, { searchParams }: URL): number {
  return id.startsWith('list') ? Number(searchParams.get('count') ?? COUNT_DEFAULT) || 0 : 0;
}
