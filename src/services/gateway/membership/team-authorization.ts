import { createHash } from 'node:crypto';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import type { Clock } from '#services/platform/clock.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { forbidden, unauthorized } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { fetchTeamIds } from './fetch-team-ids.ts';

/** How long a response is cached: the longest time a revoked token or membership keeps working. */
const CACHE_MS = 15_000;
const MAX_CACHED = 1_000;

interface CachedTeamIds {
  teamIds: Promise<ReadonlySet<number>>;
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
  const cache = new Map<string, CachedTeamIds>();

  /** Concurrent and repeated calls share one request; failures are not cached. */
  function getTeamIds(token: string): Promise<ReadonlySet<number>> {
    const key = createHash('sha256').update(token).digest('base64');
    const now = clock.now().getTime();
    const cached = cache.get(key);
    if (cached && cached.expiresAt > now) return cached.teamIds;
    const teamIds = fetchTeamIds(baseUrl, token);
    const entry = { teamIds, expiresAt: now + CACHE_MS };
    cache.delete(key);
    cache.set(key, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
    teamIds.catch(() => {
      if (cache.get(key) === entry) cache.delete(key);
    });
    return teamIds;
  }

  return async (request) => {
    const token = parseBearerToken(request.headers.authorization);
    if (token === undefined) throw unauthorized();
    const teamIds = await getTeamIds(token);
    const teamId = getIntegerParam(request, 'team_id');
    if (!teamIds.has(teamId)) throw forbidden('You do not belong to this team.');
    return { teamId };
  };
}
