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
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { bodyLimitOf } from '#services/platform/http/request-body.ts';
import { callLoyaltyProgram } from './call-loyalty-program.ts';
import { getLoyaltyKeys } from './loyalty-connections.ts';

/** A response of the loyalty service that is about to be passed on. */
export interface ForwardedResponse {
  endpoint: Endpoint;
  teamId: number;
  params: Record<string, string>;
  query: Record<string, unknown>;
  sentAt: Date;
  status: number;
  body: Buffer;
}

/** The only upstream operations that can be reached through the gateway. */
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
 * The loyalty API for signed-in users, under `/teams/:team_id/loyalty/v2` (operating.md, Addresses;
 * decisions.md, 37). The gateway's own errors are JSON:API; upstream responses are passed unchanged.
 */
export function loyaltyRoutes(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
  onResponse: OnResponse,
): void {
  for (const endpoint of OPERATIONS) {
    app.route({
      method: endpoint.method,
      url: `/teams/:team_id/loyalty/v2${endpoint.path}`,
      bodyLimit: bodyLimitOf(endpoint),
      // Authorize before reading the body.
      onRequest: async (request) => {
        const scope = endpoint.method === 'GET' ? 'teams:read' : 'teams:write';
        await dependencies.authorizeTeamMember(request, scope);
      },
      handler: async (request, reply) => {
        const response = await forward(endpoint, request, reply, dependencies, onResponse);
        return reply
          .code(response.status)
          .headers({ 'cache-control': 'no-store', ...response.headers })
          .send(response.body);
      },
    });
  }
}

/** Called before a response is passed on. */
type OnResponse = (response: ForwardedResponse) => Promise<void>;

async function forward(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: GatewayDependencies,
  onResponse: OnResponse,
) {
  const { db, clock, encryption } = dependencies;
  const { team_id: teamId = '', ...params } = request.params as Record<string, string>;
  const keys = await getLoyaltyKeys(db, encryption, Number(teamId));
  const body = endpoint.body ? (request.body as Uint8Array | undefined) : undefined;
  const sentAt = clock.now();
  const response = await callLoyaltyProgram(dependencies, keys, {
    endpoint,
    params,
    search: request.url,
    headers: body ? bodyHeaders(request) : {},
    body,
    // A change may have happened when it is aborted: it has to be recorded.
    signal: endpoint.method === 'GET' ? disconnectSignal(reply) : undefined,
  });
  const { status, body: content } = response;
  const query = request.query as Record<string, unknown>;
  await onResponse({
    endpoint,
    teamId: Number(teamId),
    params,
    query,
    sentAt,
    status,
    body: content,
  });
  return response;
}

function bodyHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  return {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
}

/** Aborts when the client disconnects before the response is sent. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  // A connection that is already closed emits no further event.
  if (raw.destroyed) controller.abort();
  return controller.signal;
}
