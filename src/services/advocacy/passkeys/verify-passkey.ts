import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { assertionSchema } from '#contract/account/passkeys.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { SignInPasskeys } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { announcePasskey } from './passkey-messages.ts';
import { type PasskeyRow, passkeys } from './passkeys-table.ts';
import type { RelyingParty } from './relying-party.ts';

export const CHALLENGE_SECONDS = 5 * 60;
/** As long as the sign-in page can be used. */
const SIGN_IN_SECONDS = 30 * 60;

export interface PasskeyDependencies
  extends Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'keyring' | 'oidc'> {
  /** Undefined where browsers have no passkeys. */
  relyingParty: RelyingParty | undefined;
}

/** The user's passkeys that work on this address, oldest first. */
export function listUsablePasskeys(
  db: Queries,
  { relyingParty }: Pick<PasskeyDependencies, 'relyingParty'>,
  userId: number,
): Promise<PasskeyRow[]> {
  const rpId = relyingParty?.id ?? '';
  return db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId)))
    .orderBy(passkeys.id);
}

export function createSignInPasskeys(dependencies: PasskeyDependencies): SignInPasskeys {
  const { db, relyingParty } = dependencies;
  const challenges = createPasskeyChallenges(dependencies);
  return {
    hasUsable: async (userId) => (await listUsablePasskeys(db, dependencies, userId)).length > 0,

    async requestOptions(use) {
      if (!relyingParty) return undefined;
      const own =
        use.userId === undefined ? [] : await listUsablePasskeys(db, dependencies, use.userId);
      const seconds = use.purpose === 'sign_in' ? SIGN_IN_SECONDS : CHALLENGE_SECONDS;
      return {
        challenge: challenges.create(use, seconds),
        rpId: relyingParty.id,
        timeout: seconds * 1000,
        userVerification: 'required',
        allowCredentials: own.map(({ credentialId, transports }) => ({
          id: credentialId,
          type: 'public-key',
          transports,
        })),
      };
    },

    async verify(assertion, use) {
      const { data } = z.safeParse(assertionSchema, assertion);
      if (!data || !relyingParty) return undefined;
      const found = await findPasskey(db, data.id);
      if (!found || found.rpId !== relyingParty.id) return undefined;
      const { userHandle } = data.response;
      const isOwner = use.userId === undefined || use.userId === found.userId;
      const isHandle =
        use.userId !== undefined && userHandle == null ? true : userHandle === found.userHandle;
      if (!isOwner || !isHandle) return undefined;
      const signed = await verifySignature(data, found, relyingParty, (challenge) =>
        challenges.isValid(challenge, use),
      );
      if (!signed) return undefined;
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, found.userId);
        const passkey = await findPasskey(tx, data.id);
        if (!passkey || !(await challenges.consume(tx, signed.challenge, use))) return undefined;
        const { counter } = signed;
        const isCopied = counter <= passkey.counter && (counter > 0 || passkey.counter > 0);
        if (isCopied && !passkey.synced) {
          await announcePasskey(tx, dependencies.messages, 'passkey.reject', passkey, user.email);
          return undefined;
        }
        await tx
          .update(passkeys)
          .set({ counter, lastUsedAt: dependencies.clock.now() })
          .where(eq(passkeys.id, passkey.id));
        return user;
      });
    },
  };
}

async function findPasskey(db: Queries, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, userHandle: users.passkeyHandle })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row && { ...row.passkey, userHandle: row.userHandle };
}

/** @returns undefined unless the passkey signed a valid challenge on this deployment's pages */
async function verifySignature(
  assertion: z.output<typeof assertionSchema>,
  { credentialId, publicKey }: PasskeyRow,
  { id, origin }: RelyingParty,
  isChallenge: PasskeyChallengeCheck,
): Promise<{ challenge: string; counter: number } | undefined> {
  // Large, and needed only now.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let challenge = '';
  const { userHandle, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge(signed) {
        challenge = signed;
        return isChallenge(signed);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      // The counter is compared later, under a lock.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

type PasskeyChallengeCheck = (challenge: string) => boolean;
