import formbody from '@fastify/formbody';
import { and, eq, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { errors } from 'jose';
import * as z from 'zod/mini';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { OAuthError, sendOAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { ProviderError } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import { endSession } from '#services/advocacy/oauth/tokens/sessions.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { usedPasskeyChallenges } from '#services/advocacy/passkeys/passkeys-table.ts';
import { findUserByIdentity } from '#services/advocacy/users/user-identities.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { ProviderSignInService } from './create-single-sign-on.ts';
import { CLOCK_TOLERANCE_SECONDS } from './provider-metadata.ts';

const BODY_MAX_BYTES = 64 * 1024;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How long a token without `exp` is valid. Only the drafts before the final standard allow one. */
const VALID_SECONDS = 120;

/** OpenID Connect Back-Channel Logout 1.0, 2.4. Signature, issuer, audience and times are verified before. */
const logoutSchema = z.looseObject({
  jti: z.string().check(z.minLength(1), z.maxLength(1000)),
  iat: z.number(),
  exp: z.optional(z.number()),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  events: z.looseObject({ [EVENT]: z.looseObject({}) }),
});
type Logout = z.output<typeof logoutSchema> & { expiresAt: Date };

type Dependencies = Pick<ServiceDependencies, 'db' | 'clock'>;

/** Ends the sessions that the provider says have ended: one by its `sid`, or all of a person (decisions.md, 66). */
export async function backchannelLogoutRoute(
  app: FastifyInstance,
  { db, clock }: Dependencies,
  { metadata }: ProviderSignInService,
  settings: OidcSettings,
): Promise<void> {
  await app.register(formbody);
  const options = { bodyLimit: BODY_MAX_BYTES };
  app.post(OAUTH_PATHS.backchannelLogout, options, async (request, reply) => {
    try {
      const logout = await readLogoutToken(metadata, clock, formField(request, 'logout_token'));
      await db.transaction((tx) => logOut(tx, settings, logout));
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      request.log.warn({ reason: error.message }, 'a logout of the OpenID provider was rejected');
      return sendOAuthError(reply, error);
    }
  });
}

/** @throws {OAuthError} 400 */
async function readLogoutToken(
  metadata: ProviderSignInService['metadata'],
  clock: Clock,
  token: string,
): Promise<Logout> {
  try {
    const { payload, protectedHeader } = await metadata.verify(token, ['iat']);
    const { typ } = protectedHeader;
    const isTyped = typ === undefined || /^(logout\+)?jwt$/i.test(typ);
    const { data } = logoutSchema.safeParse(payload);
    if (isTyped && data && !('nonce' in payload) && (data.sub ?? data.sid) !== undefined) {
      const { iat, exp = iat + VALID_SECONDS } = data;
      const expiresAt = new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000);
      if (expiresAt > clock.now()) return { ...data, expiresAt };
    }
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof ProviderError)) throw error;
  }
  throw new OAuthError(400, 'invalid_request', 'the logout_token is not valid');
}

/** @throws {OAuthError} 400 if the token was used before */
async function logOut(
  tx: Queries,
  { issuer, name }: OidcSettings,
  { jti, expiresAt, sub, sid }: Logout,
): Promise<void> {
  const used = await tx
    .insert(usedPasskeyChallenges)
    .values({ digest: digest(JSON.stringify(['logout', issuer, jti])), expiresAt })
    .onConflictDoNothing()
    .returning({ digest: usedPasskeyChallenges.digest });
  if (used.length === 0) throw new OAuthError(400, 'invalid_request', 'the logout_token was used');
  const user =
    sub === undefined ? undefined : await findUserByIdentity(tx, { issuer, subject: sub });
  if (sub !== undefined && !user) return;
  const ended = await tx
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(
      and(
        eq(sessions.provider, issuer),
        user && eq(sessions.userId, user.id),
        sid === undefined ? undefined : eq(sessions.providerSessionId, sid),
      ),
    );
  for (const { id, userId } of ended) {
    if (!(await endSession(tx, userId, id))) continue;
    await recordAudit(tx, {
      action: 'session.end_by_provider',
      subject: { type: 'session', id, name },
      userId,
    });
  }
  await endSignIns(tx, { sub, sid });
}

/** Ends sign-ins that the provider has completed, and the browser hasn't. */
async function endSignIns(tx: Queries, { sub, sid }: Pick<Logout, 'sub' | 'sid'>): Promise<void> {
  const { kind, payload } = oauthArtifacts;
  const isOf = (part: 'providerSignIn' | 'pendingLink') =>
    and(
      sub === undefined
        ? undefined
        : eq(sql`${payload}#>>'{result,${sql.raw(part)},subject}'`, sub),
      sid === undefined ? undefined : eq(sql`${payload}#>>'{result,${sql.raw(part)},sid}'`, sid),
    );
  await tx
    .delete(oauthArtifacts)
    .where(and(eq(kind, 'Interaction'), or(isOf('providerSignIn'), isOf('pendingLink'))));
}
