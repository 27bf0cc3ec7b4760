import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { adjustPoints, listPoints } from '#contract/gateway/points.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import { adjustMemberPoints, listMemberPoints } from '#contract/loyalty/points.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { gatewayOperation } from '#services/gateway/gateway-operation.ts';
import { traceHeaders } from '#services/gateway/loyalty/foreign-service.ts';
import { findLoyaltyKeys } from '#services/gateway/loyalty/loyalty-connections.ts';
import { sendToLoyalty } from '#services/gateway/loyalty/loyalty-upstream.ts';
import { upstreamUrl } from '#services/gateway/loyalty/upstream-url.ts';
import { forwardedHeaders } from '#services/platform/audit/forwarded-caller.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';

/** A member's points history and adjustments (decisions.md, 50), which the loyalty service has. */
export function pointsRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  gatewayOperation(app, dependencies, listPoints, async ({ teamId, params, query }) => {
    const { start_cursor: cursor, count } = query;
    const search = new URLSearchParams({ idParam: 'member_id', count: String(count) });
    if (cursor !== undefined) search.set('start_cursor', cursor);
    return call(listMemberPoints, { teamId, member: params.member_id, search }, dependencies);
  });

  gatewayOperation(app, dependencies, adjustPoints, async ({ teamId, params, body }) => {
    const search = new URLSearchParams({ idParam: 'member_id' });
    const target = { teamId, member: params.member_id, search, body };
    return call(adjustMemberPoints, target, dependencies);
  });
}

interface PointsRequest {
  teamId: number;
  member: string;
  search: URLSearchParams;
  body?: unknown;
}

/** @throws {JsonApiError} 404 for an unknown member, and for a loyalty service without a history */
async function call<E extends Endpoint & { response: z.ZodMiniType }>(
  endpoint: E,
  { teamId, member, search, body }: PointsRequest,
  { db, clock, encryption, loyaltyBaseUrl, servesLoyalty, limits }: GatewayDependencies,
): Promise<z.output<E['response']>> {
  const connection = await findLoyaltyKeys(db, encryption, teamId);
  if (!connection) throw errorResponse(404, { detail: 'This team has no loyalty program.' });
  const baseUrl = connection.baseUrl ?? loyaltyBaseUrl;
  const isOwn = servesLoyalty && connection.baseUrl === undefined;
  const response = await sendToLoyalty(
    {
      method: endpoint.method,
      url: upstreamUrl(baseUrl, endpoint, { member }, `?${search}`),
      headers: {
        [API_KEY_HEADER]: connection.apiKey,
        [PARTNER_ID_HEADER]: connection.partnerId,
        ...(isOwn ? forwardedHeaders({ encryption, clock }) : traceHeaders()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      // A user who leaves must not abort an adjustment.
      signal: new AbortController().signal,
    },
    limits,
  );
  const document = parseJson(response.body);
  if (response.status === endpoint.status) {
    const parsed = z.safeParse(endpoint.response, document);
    if (parsed.success) return parsed.data as z.output<E['response']>;
  }
  if (response.status === 400) throw toError(document);
  if (response.status === 404) {
    throw errorResponse(404, { detail: 'The loyalty service has no points history.' });
  }
  throw errorResponse(502, { detail: "The loyalty service's response can't be read." });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** An error of the loyalty service as one of this API. */
function toError(document: unknown) {
  const error = z.safeParse(loyaltyErrorSchema, document).data;
  if (error !== undefined && 'reason' in error) {
    const [, field, detail] = /^(\w+): (.*)$/s.exec(String(error.reason)) ?? [];
    return errorResponse(422, {
      detail: `${detail ?? error.reason}.`,
      source: { pointer: `/${field ?? ''}` },
    });
  }
  const message = error === undefined ? '' : String(error.message);
  if (message.startsWith('member_id: ')) return notFound();
  return errorResponse(400, {
    detail: message,
    source: { parameter: message.split(':')[0] ?? '' },
  });
}
