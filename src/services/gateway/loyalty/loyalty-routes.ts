import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { getActivity, listActivities, listMemberActivities } from '#contract/loyalty/activities.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { includesRole, ROLE_FIELDS, type RoleKind } from '#contract/roles/role-table.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { bodyLimitOf } from '#services/platform/http/request-body.ts';
import { errorResponse, forbidden } from '#services/platform/json-api/errors.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
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
  const roles = new WeakMap<FastifyRequest, EffectiveRole>();
  for (const endpoint of OPERATIONS) {
    app.route({
      method: endpoint.method,
      url: `/teams/:team_id/loyalty/v2${endpoint.path}`,
      bodyLimit: bodyLimitOf(endpoint),
      // Authorize before reading the body.
      onRequest: async (request) => {
        const { role } = await dependencies.authorizeTeamMember(request, endpoint);
        roles.set(request, role);
      },
      handler: async (request, reply) => {
        const role = roles.get(request);
        if (role) limitFields(request, endpoint, role);
        const response = await forward(endpoint, request, reply, dependencies, onResponse);
        return reply
          .code(response.status)
          .headers({ 'cache-control': 'no-store', ...response.headers })
          .send(response.body);
      },
    });
  }
}

/**
 * Leaves only fields of the specification in the body of somebody who may not set all of them, so that what is sent
 * is what was checked.
 * @throws {JsonApiError} 400, 403, 415
 */
function limitFields(
  request: FastifyRequest,
  { id, body }: Endpoint,
  { kind }: EffectiveRole,
): void {
  const fields: Partial<Record<string, Record<string, RoleKind>>> = ROLE_FIELDS;
  const limited = Object.entries(fields[id] ?? {}).filter(
    ([, least]) => !includesRole(kind, least),
  );
  if (limited.length === 0) return;
  if (request.headers['content-encoding'] !== undefined) throw errorResponse(415);
  const given = z.safeParse(
    z.record(z.string(), z.unknown()),
    tryParseJson(Buffer.from((request.body as Uint8Array | undefined) ?? '')),
  );
  if (!given.success) throw errorResponse(400, { detail: 'The body must be a JSON object.' });
  for (const [name] of limited) {
    if (given.data[name] !== undefined) throw forbidden(`Your role can't set ${name}.`);
  }
  const known = Object.keys((body as typeof updateMember.body).shape);
  const kept = Object.entries(given.data).filter(([name]) => known.includes(name));
  request.body = Buffer.from(JSON.stringify(Object.fromEntries(kept)));
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
