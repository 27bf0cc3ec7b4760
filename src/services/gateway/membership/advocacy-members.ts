import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { forbidden, notFound, unauthorized } from '../../platform/json-api/errors.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { fetchTeamIds } from './fetch-team-ids.ts';

/** An answer counts this long: a membership or token that ends is noticed within it. */
const KEPT_MS = 15_000;
const KEPT_ANSWERS = 1_000;
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

interface Kept {
  teamIds: Promise<ReadonlySet<number>>;
  until: number;
}

/**
 * Admits people of an advocacy service that is not ours, by what `GET /v2/me?include=teams` says of
 * the access token. That tells neither a token's scopes nor a person's role: whoever belongs to the
 * team may read and write (docs/decisions/gateway.md).
 */
export function createAdvocacyMembers(
  baseUrl: string,
  clock: Clock,
): GatewayDependencies['admitTeamMember'] {
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
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const teamIds = await findTeamIds(token);
    const teamId = teamIdOf(request);
    if (!teamIds.has(teamId)) throw forbidden('You do not belong to this team.');
    return { teamId };
  };
}

function teamIdOf(request: FastifyRequest): number {
  const { team_id: text = '' } = request.params as { team_id?: string };
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
