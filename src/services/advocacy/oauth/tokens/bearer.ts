import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import {
  type StoredRole,
  toEffectiveRole,
  withLimits,
} from '#services/advocacy/teams/effective-role.ts';
import {
  NO_RULES,
  type StoredRules,
  storedRules,
  teamRules,
} from '#services/advocacy/teams/team-rules-table.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import type { SessionProof } from '#services/advocacy/teams/unmet-rule.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { sessions } from './sessions-table.ts';

export interface Caller {
  userId: number;
  email: string;
  name: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  /** The sign-in that the token comes from. */
  sessionId: string;
  /** How the user signed in, and when. */
  proof: SessionProof;
  /** Digest of the access token, which id_tokens are bound to. */
  tokenDigest: string;
}

const tokens = alias(oauthArtifacts, 'tokens');
const grants = alias(oauthArtifacts, 'grants');

export interface Membership {
  roleId: number;
  role: EffectiveRole;
  /** Null if it isn't known. */
  joinedAt: Date | null;
  rules: StoredRules;
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
      joinedAt: memberships.joinedAt,
      rules: storedRules,
      // The first column is never null in a row: by a null there, drizzle knows that the left join found none.
      proof: { signedInAt: sessions.createdAt, ways: sessions.ways },
    })
    .from(tokens)
    .innerJoin(grants, and(eq(grants.kind, 'Grant'), eq(grants.idDigest, tokens.grantId)))
    .innerJoin(users, eq(users.id, sql`(${tokens.payload}->>'accountId')::bigint`))
    .leftJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.teamId, sql.placeholder('teamId'))),
    )
    .leftJoin(roles, eq(roles.id, memberships.roleId))
    .leftJoin(teamRules, eq(teamRules.teamId, memberships.teamId))
    .leftJoin(sessions, and(eq(sessions.kind, grants.kind), eq(sessions.id, grants.idDigest)))
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
 * Finds the caller by the `Authorization` header, in one query of primary key lookups. A token
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
 * The same with the caller's membership of a team and its rules, in the same query.
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
  const { user, sessionId, payload, membership, joinedAt } = row;
  const proof = row.proof ?? { ways: null, signedInAt: null };
  const rules = row.rules ?? NO_RULES;
  const { scope, clientId } = payload as { scope?: string; clientId: string };
  const scopes = new Set(scope?.split(' ') ?? []);
  return {
    caller: { ...user, sessionId, clientId, scopes, proof, tokenDigest },
    membership: membership ? { ...toMembership(membership, rules), joinedAt, rules } : undefined,
  };
}

function toMembership(
  { roleId, ...stored }: StoredRole & { roleId: number },
  rules: StoredRules,
): Pick<Membership, 'roleId' | 'role'> {
  return { roleId, role: withLimits(toEffectiveRole(stored), rules) };
}
