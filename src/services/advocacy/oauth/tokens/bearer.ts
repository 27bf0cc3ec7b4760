import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { type StoredRole, toEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { digest } from '#services/platform/secrets/digest.ts';

export interface Caller {
  userId: number;
  email: string;
  name: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  /** The sign-in that the token comes from. */
  sessionId: string;
  /** Digest of the access token, which id_tokens are bound to. */
  tokenDigest: string;
}

const tokens = alias(oauthArtifacts, 'tokens');
const grants = alias(oauthArtifacts, 'grants');

export interface Membership {
  roleId: number;
  role: EffectiveRole;
}

const callerOfToken = prepared((db) =>
  db
    .select({
      user: { userId: users.id, email: users.email, name: users.name },
      sessionId: grants.idDigest,
      payload: tokens.payload,
      membership: {
        roleId: roles.id,
        canWrite: roles.canWrite,
        canAdminister: roles.canAdminister,
        isSupport: roles.isSupport,
      },
    })
    .from(tokens)
    .innerJoin(grants, and(eq(grants.kind, 'Grant'), eq(grants.idDigest, tokens.grantId)))
    .innerJoin(users, eq(users.id, sql`(${tokens.payload}->>'accountId')::bigint`))
    .leftJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.teamId, sql.placeholder('teamId'))),
    )
    .leftJoin(roles, eq(roles.id, memberships.roleId))
    .where(
      and(
        eq(tokens.kind, 'AccessToken'),
        eq(tokens.idDigest, sql.placeholder('tokenDigest')),
        gt(tokens.expiresAt, sql.placeholder('now')),
        gt(grants.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('caller_of_token'),
);

/**
 * Finds the caller by the `Authorization` header, in one query with three primary key lookups. A token
 * needs its grant: one issued while the grant was being revoked is not valid.
 * @returns undefined when the token is missing, invalid, expired or revoked (Authentication 4)
 */
export async function authenticate(
  db: Queries,
  clock: Clock,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  return (await authenticateInTeam(db, clock, authorization, undefined))?.caller;
}

/**
 * The same with the caller's membership of a team, in the same query.
 * @param teamId undefined for no team
 */
export async function authenticateInTeam(
  db: Queries,
  clock: Clock,
  authorization: string | undefined,
  teamId: number | undefined,
): Promise<{ caller: Caller; membership: Membership | undefined } | undefined> {
  const token = parseBearerToken(authorization);
  if (token === undefined) return undefined;
  const tokenDigest = digest(token);
  const [row] = await callerOfToken(db).execute({
    tokenDigest,
    // No membership has it.
    teamId: teamId ?? null,
    now: clock.now().toISOString(),
  });
  if (!row) return undefined;
  const { user, sessionId, payload, membership } = row;
  const { scope, clientId } = payload as { scope?: string; clientId: string };
  const scopes = new Set(scope?.split(' ') ?? []);
  return {
    caller: { ...user, sessionId, clientId, scopes, tokenDigest },
    membership: membership ? toMembership(membership) : undefined,
  };
}

function toMembership({ roleId, ...stored }: StoredRole & { roleId: number }): Membership {
  return { roleId, role: toEffectiveRole(stored) };
}
