import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  adjustPoints,
  getActivityUseDetails,
  listActivityUse,
  listPoints,
} from '#contract/gateway/points/member-points.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import {
  adjustMemberPoints,
  getActivityUse,
  getUseOfActivity,
  listMemberPoints,
} from '#contract/loyalty/points.ts';
import { SUPPORT_POINTS_MAX_DEFAULT } from '#contract/roles/role-table.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { refreshMember } from '#services/gateway/directory/write-through.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { callLoyaltyProgram } from '#services/gateway/loyalty/call-loyalty-program.ts';
import { parseRetryAfter } from '#services/gateway/loyalty/loyalty-client.ts';
import { getLoyaltyKeys } from '#services/gateway/loyalty/loyalty-connections.ts';
import {
  errorResponse,
  JsonApiError,
  notFound,
  tooManyRequests,
} from '#services/platform/json-api/errors.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { countAdjustment } from './points-allowance.ts';

/** If the loyalty service doesn't say when to try again. */
const RETRY_SECONDS = 5;

/**
 * A member's points history and adjustments (decisions.md, 50), and the use of activities, which the loyalty
 * service has.
 */
export function pointsRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  registerForTeam(app, dependencies, listPoints, async ({ teamId, params, query }) => {
    const { start_cursor: cursor, count } = query;
    const search = new URLSearchParams({ idParam: 'member_id', count: String(count) });
    if (cursor !== undefined) search.set('start_cursor', cursor);
    const address = { member: params.member_id };
    return call(listMemberPoints, { teamId, params: address, search }, dependencies);
  });

  registerForTeam(app, dependencies, listActivityUse, async ({ teamId }) =>
    call(getActivityUse, { teamId, params: {} }, dependencies),
  );

  registerForTeam(app, dependencies, getActivityUseDetails, async ({ teamId, params }) =>
    call(getUseOfActivity, { teamId, params: { activity: params.activity_id } }, dependencies),
  );

  registerForTeam(app, dependencies, adjustPoints, async ({ teamId, user, role, params, body }) => {
    const { pointsMax: max = SUPPORT_POINTS_MAX_DEFAULT } = role;
    const giveBack =
      role.kind === 'support'
        ? await countAdjustment(dependencies, { teamId, userId: user.id, points: body.points, max })
        : undefined;
    const search = new URLSearchParams({ idParam: 'member_id' });
    const target = { teamId, params: { member: params.member_id }, search, body };
    const adjusted = await call(adjustMemberPoints, target, dependencies).catch(
      async (error: unknown) => {
        // After a failure of the service, the points may have been adjusted.
        if (error instanceof JsonApiError && error.status < 500) await giveBack?.();
        throw error;
      },
    );
    await refreshMember(dependencies, teamId, params.member_id, { idParam: 'member_id' });
    return adjusted;
  });
}

interface PointsRequest {
  teamId: number;
  params: Record<string, string>;
  search?: URLSearchParams;
  body?: unknown;
}

/** @throws {JsonApiError} 404 for an unknown member, and for a loyalty service without a history */
async function call<E extends Endpoint & { response: z.ZodMiniType }>(
  endpoint: E,
  { teamId, params, search, body }: PointsRequest,
  dependencies: GatewayDependencies,
): Promise<z.output<E['response']>> {
  const keys = await getLoyaltyKeys(dependencies.db, dependencies.encryption, teamId);
  const isOwn = dependencies.servesLoyalty && keys.baseUrl === undefined;
  // Only our own service has a history (other-services.md), so another one isn't asked at each member's page.
  if (endpoint.method === 'GET' && !isOwn) throw noHistory();
  const response = await callLoyaltyProgram(dependencies, keys, {
    endpoint,
    params,
    search: search ? `?${search}` : '',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  });
  const document = tryParseJson(response.body);
  if (response.status === endpoint.status) {
    const parsed = z.safeParse(endpoint.response, document);
    if (parsed.success) return parsed.data as z.output<E['response']>;
  }
  if (response.status === 400) throw toError(document);
  if (response.status === 404) throw noHistory();
  if (response.status === 429) {
    const seconds = parseRetryAfter(response.headers['retry-after']) || RETRY_SECONDS;
    throw tooManyRequests(seconds, 'The loyalty service is busy. Try again later.');
  }
  if (response.status >= 500) {
    throw errorResponse(502, {
      detail: `The loyalty service responded with status ${response.status}.`,
    });
  }
  throw errorResponse(502, { detail: "The loyalty service's response can't be read." });
}

const noHistory = () =>
  errorResponse(404, { detail: 'The loyalty service has no points history.' });

/**
 * An error of the loyalty service as one of this API. The contract has no codes for it: the text begins
 * with the name of the parameter or field (decisions.md, 26).
 */
function toError(document: unknown) {
  const error = z.safeParse(loyaltyErrorSchema, document).data;
  const text = String(error?.reason ?? error?.message ?? '');
  const [, name = '', detail = text] = /^(\w+): (.*)$/s.exec(text) ?? [];
  if (error?.reason !== undefined) {
    return errorResponse(422, { detail: `${detail}.`, source: { pointer: `/${name}` } });
  }
  if (name === 'member_id') return notFound();
  return errorResponse(400, { detail: text, source: { parameter: name } });
}
