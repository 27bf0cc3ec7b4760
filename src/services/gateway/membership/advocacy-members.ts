import { createHash } from 'node:crypto';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import type { Clock } from '#services/platform/clock.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { forbidden, unauthorized } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { fetchTeamIds } from './fetch-team-ids.ts';

/** An answer counts this long: a membership or token that ends is noticed within it. */
const KEPT_MS = 15_000;
const KEPT_ANSWERS = 1_000;

interface Kept {
  teamIds: Promise<ReadonlySet<number>>;
  until: number;
}

/**
 * Admits people of an advocacy service that is not ours, by what `GET /v2/me?include=teams` says of
 * the access token. That tells neither a token's scopes nor a person's role: whoever belongs to the
 * team may read and write (docs/decisions/loyalty/gateway.md).
 */
export function createTeamAuthorization(
  baseUrl: string,
  clock: Clock,
): GatewayDependencies['authorizeTeamMember'] {
  const answers = new Map<string, Kept>();

  /** One request for all that ask at once, and for those soon after; a failure is not kept. */
  function findTeamIds(token: string): Promise<ReadonlySet<number>> {
    const key = createHash('sha256').update(token).digest('base64');
    const now = clock.now().getTime();
    const kept = answers.get(key);
    if (kept && kept.until > now) return kept.teamIds;
    const teamIds = fetchTeamIds(baseUrl, token);
    const asked = { teamIds, until: now + KEPT_MS };
    answers.delete(key);
    answers.set(key, asked);
    for (const oldest of answers.keys()) {
      if (answers.size <= KEPT_ANSWERS) break;
      answers.delete(oldest);
    }
    teamIds.catch(() => {
      if (answers.get(key) === asked) answers.delete(key);
    });
    return teamIds;
  }

  return async (request) => {
    const token = parseBearerToken(request.headers.authorization);
    if (token === undefined) throw unauthorized();
    const teamIds = await findTeamIds(token);
    const teamId = getIntegerParam(request, 'team_id');
    if (!teamIds.has(teamId)) throw forbidden('You do not belong to this team.');
    return { teamId };
  };
}
