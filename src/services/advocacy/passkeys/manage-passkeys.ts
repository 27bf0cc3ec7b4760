import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { createPasskey, Passkey } from '#contract/account/passkeys.ts';
import { PASSKEYS_MAX } from '#contract/account/passkeys.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Caller } from '#services/advocacy/oauth/tokens/bearer.ts';
import { addSessionWay } from '#services/advocacy/oauth/tokens/sessions.ts';
import { isLinked } from '#services/advocacy/users/user-identities.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { announcePasskey } from './passkey-messages.ts';
import { type PasskeyRow, passkeys } from './passkeys-table.ts';
import {
  CHALLENGE_SECONDS,
  listUsablePasskeys,
  type PasskeyDependencies,
} from './verify-passkey.ts';

const HANDLE_BYTES = 32;

type NewPasskey = OutputOf<(typeof createPasskey)['body']>;

export function toPasskey(
  { relyingParty }: Pick<PasskeyDependencies, 'relyingParty'>,
  { id, name, createdAt, lastUsedAt, synced, rpId }: PasskeyRow,
): Passkey {
  return {
    id: String(id),
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    synced,
    usable: rpId === relyingParty?.id,
  };
}

const subjectOf = ({ tokenDigest }: Caller) =>
  ({ purpose: 'create', boundTo: tokenDigest }) as const;

/**
 * Options for the browser to create a passkey.
 * @throws {JsonApiError} 404 where browsers have no passkeys, 422 if the user has too many
 */
export async function creationOptions(dependencies: PasskeyDependencies, caller: Caller) {
  const { db, relyingParty } = dependencies;
  if (!relyingParty) throw notFound();
  const { userId, email, name } = caller;
  await rejectTooMany(db, userId);
  const handle = await getHandle(db, userId);
  const own = await listUsablePasskeys(db, dependencies, userId);
  const challenge = createPasskeyChallenges(dependencies).create(
    subjectOf(caller),
    CHALLENGE_SECONDS,
  );
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Patron',
    rpID: relyingParty.id,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The random value by which authenticators know the user. */
async function getHandle(db: Queries, userId: number): Promise<string> {
  const passkeyHandle = randomBytes(HANDLE_BYTES).toString('base64url');
  await db
    .update(users)
    .set({ passkeyHandle })
    .where(and(eq(users.id, userId), isNull(users.passkeyHandle)));
  const [user] = await db
    .select({ handle: users.passkeyHandle })
    .from(users)
    .where(eq(users.id, userId));
  return user?.handle ?? passkeyHandle;
}

/** @throws {JsonApiError} 422 */
async function rejectTooMany(db: Queries, userId: number): Promise<void> {
  if ((await db.$count(passkeys, eq(passkeys.userId, userId))) < PASSKEYS_MAX) return;
  throw errorResponse(422, {
    detail: `You can have ${PASSKEYS_MAX} passkeys. Remove one that you no longer need.`,
  });
}

/**
 * Adds a passkey, with an email about it. It counts as the second step of the caller's session.
 * @throws {JsonApiError} 422 unless it was created for the caller's last options, or if the user has too many
 */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  caller: Caller,
  { name, credential }: NewPasskey,
): Promise<PasskeyRow> {
  const { db, clock, messages, relyingParty } = dependencies;
  if (!relyingParty) throw notFound();
  const challenges = createPasskeyChallenges(dependencies);
  const subject = subjectOf(caller);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { transports = [] } = credential.response;
  let challenge = '';
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...credential.response, transports },
      clientExtensionResults: {},
    },
    expectedChallenge(signed) {
      challenge = signed;
      return challenges.isValid(signed, subject);
    },
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw notAccepted();
  const { credential: created, credentialDeviceType } = registrationInfo;
  try {
    return await db.transaction(async (tx) => {
      const { email } = await lockUser(tx, caller.userId);
      if (!(await challenges.consume(tx, challenge, subject))) throw notAccepted();
      await rejectTooMany(tx, caller.userId);
      const row = one(
        await tx
          .insert(passkeys)
          .values({
            userId: caller.userId,
            name,
            credentialId: created.id,
            publicKey: created.publicKey,
            counter: created.counter,
            synced: credentialDeviceType === 'multiDevice',
            transports,
            rpId: relyingParty.id,
            createdAt: clock.now(),
          })
          .returning(),
      );
      await announcePasskey(tx, messages, 'passkey.create', row, email);
      await addSessionWay(tx, caller.sessionId, 'passkey');
      return row;
    });
  } catch (error) {
    if (violatesUnique(error, 'passkeys_credential_unique')) throw notAccepted();
    throw error;
  }
}

const notAccepted = () =>
  errorResponse(422, {
    detail: "The passkey wasn't accepted. Try to add it again.",
    source: { pointer: '/credential' },
  });

/** @throws {JsonApiError} 404 if the user has no such passkey */
export async function renamePasskey(
  { db }: Pick<PasskeyDependencies, 'db'>,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const { name: before } = await getPasskey(tx, userId, id);
    const row = one(await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning());
    if (name !== before) {
      await recordAudit(tx, {
        action: 'passkey.update',
        subject: { type: 'passkey', id, name },
        changes: changesBetween({ name: before }, { name }),
        userId,
      });
    }
    return row;
  });
}

/**
 * Removes a passkey, with an email about it.
 * @throws {JsonApiError} 404 if the user has no such passkey, 422 if it is their last way to sign in
 */
export async function deletePasskey(
  dependencies: PasskeyDependencies,
  userId: number,
  id: number,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const { email, passwordHash } = await lockUser(tx, userId);
    const passkey = await getPasskey(tx, userId, id);
    const usable = await listUsablePasskeys(tx, dependencies, userId);
    const isLast = passwordHash === NO_PASSWORD && usable.every((other) => other.id === id);
    if (isLast && !(await isLinked(tx, dependencies.oidc, userId))) {
      throw errorResponse(422, {
        detail: 'This is your only way to sign in. Set a password or add another passkey first.',
      });
    }
    await removePasskey(tx, dependencies, passkey, email);
  });
}

/** Removes a passkey, with an email about it. The user is locked by `lockUser`. */
export async function removePasskey(
  tx: Queries,
  { messages }: Pick<PasskeyDependencies, 'messages'>,
  passkey: PasskeyRow,
  email: string,
): Promise<void> {
  const deleted = await tx
    .delete(passkeys)
    .where(eq(passkeys.id, passkey.id))
    .returning({ id: passkeys.id });
  if (deleted.length > 0) await announcePasskey(tx, messages, 'passkey.delete', passkey, email);
}

/** @throws {JsonApiError} 404 */
async function getPasskey(tx: Queries, userId: number, id: number): Promise<PasskeyRow> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [row] = await tx.select().from(passkeys).where(isOwn);
  if (!row) throw notFound();
  return row;
}
