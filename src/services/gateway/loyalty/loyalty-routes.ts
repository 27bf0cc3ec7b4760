import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { getActivity, listActivities, listMemberActivities } from '#contract/loyalty/activities.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { findLoyaltyKeys } from './loyalty-connections.ts';
import { sendToLoyalty } from './loyalty-upstream.ts';
import { upstreamUrl } from './upstream-url.ts';

/** The operations that pass; nothing else of the upstream can be reached through the gateway. */
const OPERATIONS: readonly Endpoint[] = [
  listMembers,
  createMember,
  getMember,
  updateMember,
  deleteMember,
  listMemberActivities,
  listActivities,
  getActivity,
];

/**
 * The loyalty API for a signed-in person, under `/teams/:team_id/loyalty/v2` (operating.md,
 * Addresses; decisions.md, 37). The gateway's own refusals are JSON:API errors; the upstream's
 * answers pass as they are.
 */
export function loyaltyRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  for (const endpoint of OPERATIONS) {
    app.route({
      method: endpoint.method,
      url: `/teams/:team_id/loyalty/v2${endpoint.path}`,
      // Before the body is read: whoever may not send one is told so at once.
      onRequest: async (request) => {
        const scope = endpoint.method === 'GET' ? 'teams:read' : 'teams:write';
        await dependencies.authorizeTeamMember(request, scope);
      },
      handler: async (request, reply) => forward(endpoint, request, reply, dependencies),
    });
  }
}

async function forward(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, encryption, loyaltyBaseUrl, limits }: GatewayDependencies,
) {
  const { team_id: teamId = '', ...params } = request.params as Record<string, string>;
  const connection = await findLoyaltyKeys(db, encryption, Number(teamId));
  if (!connection) throw errorResponse(404, { detail: 'This team has no loyalty program.' });
  const body = endpoint.body ? (request.body as Uint8Array | undefined) : undefined;
  const answer = await sendToLoyalty(
    {
      method: endpoint.method,
      url: upstreamUrl(connection.baseUrl ?? loyaltyBaseUrl, endpoint, params, request.url),
      headers: {
        [API_KEY_HEADER]: connection.apiKey,
        [PARTNER_ID_HEADER]: connection.partnerId,
        ...(body ? bodyHeaders(request) : {}),
      },
      body,
      signal: clientLeft(reply),
    },
    limits,
  );
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .send(answer.body);
}

function bodyHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  return {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
}

/** Aborts when the connection closes before the answer was sent. */
function clientLeft({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  // Of a client that has left by now nothing tells any more.
  if (raw.destroyed) controller.abort();
  return controller.signal;
}
