import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { getActivity, listActivities, listMemberActivities } from '#contract/loyalty/activities.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members.ts';
import { refusal } from '../../platform/json-api/errors.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { findLoyaltyConnection } from './loyalty-connections.ts';
import { sendToLoyalty } from './loyalty-upstream.ts';

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
 * The loyalty API for a signed-in person, under `/teams/:team_id/loyalty/v2` (OPERATING.md,
 * Addresses; decisions.md, 37). The gateway's own refusals are JSON:API errors; the upstream's
 * answers pass as they are.
 */
export function loyaltyRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  for (const endpoint of OPERATIONS) {
    app.route({
      method: endpoint.method,
      url: `/teams/:team_id/loyalty/v2${endpoint.path}`,
      onRequest: async (request) => {
        const scope = endpoint.method === 'GET' ? 'teams:read' : 'teams:write';
        await dependencies.admitTeamMember(request, scope);
      },
      handler: async (request, reply) => forward(endpoint, request, reply, dependencies),
    });
  }
}

async function forward(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, encryption, loyaltyBaseUrl }: GatewayDependencies,
) {
  const { team_id: teamId = '', ...params } = request.params as Record<string, string>;
  const connection = await findLoyaltyConnection(db, encryption, Number(teamId));
  if (!connection) {
    throw refusal(404, { detail: 'This team has no loyalty program.' });
  }
  const answer = await sendToLoyalty({
    method: endpoint.method,
    url: upstreamUrl(connection.baseUrl ?? loyaltyBaseUrl, endpoint, params, request),
    headers: {
      'api-key': connection.apiKey,
      'partner-id': connection.partnerId,
      ...(request.body ? { 'content-type': request.headers['content-type'] ?? '' } : {}),
    },
    body: request.body as Uint8Array | undefined,
  });
  reply.code(answer.status).header('cache-control', 'no-store');
  if (answer.contentType !== undefined) reply.type(answer.contentType);
  return reply.send(answer.body);
}

/** Built from the matched route and its decoded parameters, so that no path can lead elsewhere. */
function upstreamUrl(
  baseUrl: string,
  endpoint: Endpoint,
  params: Record<string, string>,
  request: FastifyRequest,
): string {
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = request.url.split('?')[1];
  return `${baseUrl}${path}${query === undefined ? '' : `?${query}`}`;
}
