import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import Provider, { type Adapter, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { deviceOfRequest } from '#services/advocacy/oauth/tokens/sessions.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { revokeFamily } from './oauth-artifacts-adapter.ts';

type Payload = Record<string, unknown>;

/** What a token request has read and not yet written. */
interface TokenRefresh {
  grant: { idDigest: string; payload: Payload } | null;
  userId: number | null;
  /** The digest of the refresh token that is used up. */
  consumed?: string;
  /** The refresh token that replaces it. */
  replacement?: Issued;
}

interface Issued {
  idDigest: string;
  payload: Payload;
  expiresAt: string;
}

/**
 * Makes a refresh one read and one write, where oidc-provider would read the token, its grant and the
 * user, use the token up and store two new ones in a statement and a transaction each:
 * - reading the refresh token also reads its grant and user, which are not read again;
 * - using it up and storing its replacement wait for the access token, which comes last.
 *
 * @param adapter stores the models of this kind
 */
export function joinRefreshes(
  adapter: Adapter,
  kind: string,
  { db, clock }: { db: Database; clock: Clock },
): Adapter {
  if (kind === 'RefreshToken') {
    return {
      ...adapter,
      async find(id) {
        const now = clock.now().toISOString();
        const [row] = await refreshTokenWithGrant(db).execute({ idDigest: digest(id), now });
        if (!row) return undefined;
        const { payload, consumedAt, ...refresh } = row;
        const request = currentRequest();
        if (request) request.state.refresh = refresh satisfies TokenRefresh;
        // What the session may do can have grown since the token was issued.
        const scope = scopeOf(row.grant?.payload);
        return {
          ...payload,
          ...(scope ? { scope } : {}),
          jti: id,
          ...(consumedAt ? { consumed: true } : {}),
        };
      },
      async consume(id) {
        const refresh = currentRefresh();
        if (!refresh) throw new Error('A refresh token is used without having been read');
        refresh.consumed = digest(id);
      },
      async upsert(id, payload, expiresIn) {
        const refresh = currentRefresh();
        if (refresh?.consumed === undefined) return adapter.upsert(id, payload, expiresIn);
        refresh.replacement = toIssued(clock, id, payload, expiresIn);
      },
    };
  }
  if (kind === 'Grant') {
    return {
      ...adapter,
      async find(id) {
        const grant = currentRefresh()?.grant;
        if (grant?.idDigest !== digest(id)) return adapter.find(id);
        return { ...grant.payload, jti: id };
      },
    };
  }
  if (kind === 'AccessToken') {
    return {
      ...adapter,
      async upsert(id, payload, expiresIn) {
        const { consumed, replacement } = currentRefresh() ?? {};
        if (!consumed || !replacement) return adapter.upsert(id, payload, expiresIn);
        const accessToken = toIssued(clock, id, payload, expiresIn);
        await exchange({ db, clock }, { consumed, replacement, accessToken });
      },
    };
  }
  return adapter;
}

function scopeOf(grant: Payload | undefined): string | undefined {
  return (grant?.openid as { scope?: string } | undefined)?.scope;
}

/** Whether the request's refresh token was read together with this user. */
export function hasReadUser(accountId: string): boolean {
  return String(currentRefresh()?.userId) === accountId;
}

/** Whether the request has exchanged a refresh token, which records the use of its session. */
export function hasRefreshed({ state }: Pick<KoaContextWithOIDC, 'state'>): boolean {
  return (state.refresh as TokenRefresh | undefined)?.replacement !== undefined;
}

function currentRefresh(): TokenRefresh | undefined {
  return currentRequest()?.state.refresh as TokenRefresh | undefined;
}

/** Adapters don't get the request; the type declarations lack this property. */
function currentRequest(): KoaContextWithOIDC | undefined {
  return (Provider as unknown as { ctx?: KoaContextWithOIDC }).ctx;
}

function toIssued(
  clock: Clock,
  id: string,
  { jti: _id, ...payload }: Payload,
  expiresIn = 0,
): Issued {
  return {
    idDigest: digest(id),
    payload,
    expiresAt: addSeconds(clock.now(), expiresIn).toISOString(),
  };
}

const grants = alias(oauthArtifacts, 'grants');

const refreshTokenWithGrant = prepared((db) =>
  db
    .select({
      payload: oauthArtifacts.payload,
      consumedAt: oauthArtifacts.consumedAt,
      grant: { idDigest: grants.idDigest, payload: grants.payload },
      userId: users.id,
    })
    .from(oauthArtifacts)
    .leftJoin(
      grants,
      and(
        eq(grants.kind, 'Grant'),
        eq(grants.idDigest, oauthArtifacts.grantId),
        gt(grants.expiresAt, sql.placeholder('now')),
      ),
    )
    .leftJoin(users, eq(users.id, sql`(${oauthArtifacts.payload}->>'accountId')::bigint`))
    .where(
      and(
        eq(oauthArtifacts.kind, 'RefreshToken'),
        eq(oauthArtifacts.idDigest, sql.placeholder('idDigest')),
        gt(oauthArtifacts.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('oauth_refresh_token_with_grant'),
);

/**
 * Uses up a refresh token, stores the tokens of its family that replace it and records the use of the
 * session. The update decides which request uses the token (decisions.md, 12); the others store nothing.
 */
const exchangeStatement = prepared((db) => {
  const consumed = db.$with('consumed').as(
    db
      .update(oauthArtifacts)
      .set({ consumedAt: sql`${sql.placeholder('now')}` })
      .where(
        and(
          eq(oauthArtifacts.kind, 'RefreshToken'),
          eq(oauthArtifacts.idDigest, sql.placeholder('consumed')),
          isNull(oauthArtifacts.consumedAt),
        ),
      )
      .returning({ grantId: oauthArtifacts.grantId }),
  );
  const used = db.$with('used').as(
    db
      .update(sessions)
      .set({
        lastUsedAt: sql`${sql.placeholder('now')}`,
        ip: sql`${sql.placeholder('ip')}`,
        userAgent: sql`${sql.placeholder('userAgent')}`,
      })
      .from(consumed)
      .where(eq(sessions.id, consumed.grantId))
      .returning({ id: sessions.id }),
  );
  const issued = (kind: 'RefreshToken' | 'AccessToken', token: 'replacement' | 'accessToken') =>
    sql`(${sql.raw(`'${kind}'`)}, ${sql.placeholder(`${token}Digest`)}::text,
      ${sql.placeholder(`${token}Payload`)}::jsonb, ${sql.placeholder(`${token}ExpiresAt`)}::timestamptz)`;
  return db
    .with(consumed, used)
    .insert(oauthArtifacts)
    .select(
      sql`select issued.kind, issued.id_digest, issued.payload, ${consumed.grantId}, null, issued.expires_at, null
        from ${consumed}, (values
          ${issued('RefreshToken', 'replacement')}, ${issued('AccessToken', 'accessToken')}
        ) as issued (kind, id_digest, payload, expires_at)`,
    )
    .returning({ kind: oauthArtifacts.kind })
    .prepare('oauth_refresh');
});

/** @throws {errors.InvalidGrant} if a parallel request used the token, which revokes its family */
async function exchange(
  { db, clock }: { db: Database; clock: Clock },
  {
    consumed,
    replacement,
    accessToken,
  }: { consumed: string; replacement: Issued; accessToken: Issued },
): Promise<void> {
  const stored = await exchangeStatement(db).execute({
    consumed,
    now: clock.now().toISOString(),
    ...deviceOfRequest(),
    replacementDigest: replacement.idDigest,
    replacementPayload: JSON.stringify(replacement.payload),
    replacementExpiresAt: replacement.expiresAt,
    accessTokenDigest: accessToken.idDigest,
    accessTokenPayload: JSON.stringify(accessToken.payload),
    accessTokenExpiresAt: accessToken.expiresAt,
  });
  if (stored.length > 0) return;
  await revokeFamily(db, 'RefreshToken', consumed);
  throw new errors.InvalidGrant('already used');
}
