import { createHash } from 'node:crypto';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import type { Clock } from '#services/platform/clock.ts';
import { updateContext } from '#services/platform/context.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { forbidden, unauthorized } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { fetchUserTeams, type UserTeams } from './fetch-user-teams.ts';

/** How long a response is cached: the longest time a revoked token or membership keeps working. */
const CACHE_MS = 15_000;
const MAX_CACHED = 1_000;

interface CachedTeams {
  teams: Promise<UserTeams>;
  expiresAt: number;
}

/**
 * Authorizes users of an external advocacy service by `GET /v2/me?include=teams`. The response has
 * neither the token's scopes nor the user's role, so every member of a team may read and write
 * (docs/decisions/loyalty/gateway.md).
 */
export function createTeamAuthorization(
  baseUrl: string,
  clock: Clock,
): GatewayDependencies['authorizeTeamMember'] {
  const cache = new Map<string, CachedTeams>();

  /** Concurrent and repeated calls share one request; failures are not cached. */
  function getTeams(token: string): Promise<UserTeams> {
    const key = createHash('sha256').update(token).digest('base64');
    const now = clock.now().getTime();
    const cached = cache.get(key);
    if (cached && cached.expiresAt > now) return cached.teams;
    const teams = fetchUserTeams(baseUrl, token);
    const entry = { teams, expiresAt: now + CACHE_MS };
    cache.delete(key);
    cache.set(key, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
    teams.catch(() => {
      if (cache.get(key) === entry) cache.delete(key);
    });
    return teams;
  }

  return async (request) => {
    const token = parseBearerToken(request.headers.authorization);
    if (token === undefined) throw unauthorized();
    const { user, teamIds } = await getTeams(token);
    const teamId = getIntegerParam(request, 'team_id');
    if (!teamIds.has(teamId)) throw forbidden('You do not belong to this team.');
    updateContext({ actor: { kind: 'user', ...user }, teamId });
    return { teamId, user, role: { kind: 'manager' } };
  };
}
