import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import * as z from 'zod/mini';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { digest, equalInConstantTime } from '#services/platform/secrets/digest.ts';
import type { SignInCookies } from './cookies/sign-in-cookies.ts';
import type { ProviderSignIn } from './single-sign-on.ts';

/** Proves that this browser entered the password: a random value, new in each response to it. */
const PROOF_COOKIE = 'patron_proof';
/** Remains after a completed sign-in, with the client's id. */
const COMPLETED_COOKIE = 'patron_completed';
/** As long as an interaction lives. */
const PROOF_SECONDS = 1800;

/** Identifies the user's ways to sign in at a step: a change of one ends the sign-in. */
const verifiedUserSchema = z.object({
  /** Absent if the version before ours stored it. */
  signInVersion: z.optional(z.number()),
  /** Digest of the password's hash, which is all that the version before ours reads. */
  passwordDigest: z.string(),
});
type VerifiedUser = z.output<typeof verifiedUserSchema>;

/** Result of the password step, stored with the interaction. */
const secondStepSchema = z.extend(verifiedUserSchema, {
  userId: z.number(),
  factorId: z.number(),
  /** When another code can be sent, in ms; null for factors without sent codes. */
  retryAt: z.nullable(z.number()),
  /** Digest of the proof cookie. */
  proof: z.string(),
});
type SecondStep = Omit<z.output<typeof secondStepSchema>, 'proof'>;

/** A person that the provider signed in, and whose account has to be linked. */
const pendingLinkSchema = z.object({
  /** The account that has proven the same address. */
  userId: z.number(),
  email: z.string(),
  issuer: z.string(),
  subject: z.string(),
  sid: z.nullable(z.string()),
  /** Absent if the version before ours stored it. */
  hasSecondStep: z._default(z.boolean(), false),
  /** Absent if roles are given by hand only. */
  groups: z.optional(z.array(z.string())),
  /** Digest of the proof cookie. */
  proof: z.string(),
});
type PendingLink = Omit<z.output<typeof pendingLinkSchema>, 'proof'>;

type SignInUser = Pick<UserRow, 'id' | 'passwordHash' | 'signInVersion'>;

export function toVerifiedUser({ signInVersion, passwordHash }: SignInUser): VerifiedUser {
  return { signInVersion, passwordDigest: digest(passwordHash) };
}

/** Whether the user's ways to sign in are the same as when a step was verified. */
export function isUnchanged(user: Omit<SignInUser, 'id'>, verified: unknown): boolean {
  const { success, data } = verifiedUserSchema.safeParse(verified);
  if (!success || data.passwordDigest !== digest(user.passwordHash)) return false;
  return data.signInVersion === undefined || data.signInVersion === user.signInVersion;
}

/** By the value of the parameter `signed_out`. */
const NOTICES: Readonly<Record<string, SignInInteraction['notice']>> = {
  1: 'signed-out',
  ended: 'ended',
};

/** An authorization in progress in this browser. */
export interface SignInInteraction {
  uid: string;
  /** URL path of its pages. */
  address: string;
  clientId: string;
  redirectUri: string;
  loginHint: string;
  /** A notice of what happened before, in the words of the page. */
  notice: 'signed-out' | 'ended' | undefined;
  /** Undefined until the password step is done in this browser. */
  secondStep: SecondStep | undefined;
  /** Undefined unless the person came back from the provider in this browser. */
  pendingLink: PendingLink | undefined;
}

/** Reads and updates the authorization in progress in a browser. */
export function createSignInInteractions(
  provider: Provider,
  cookies: SignInCookies,
  mountPath: string,
) {
  const addressOf = (uid: string) => `${mountPath}${OAUTH_PATHS.signIn}/${uid}`;

  async function save(request: FastifyRequest, reply: FastifyReply, result: object) {
    return provider.interactionResult(
      request.raw,
      reply.raw,
      { ...result },
      { mergeWithLastSubmission: false },
    );
  }

  /**
   * The other cookies of the sign-in exist before the password. Someone who planted theirs in this
   * browser must not get what this user's password opens.
   * @returns the digest of a new proof cookie for the path
   */
  function issueProof(request: FastifyRequest, reply: FastifyReply, path: string): string {
    const proof = randomBytes(32).toString('base64url');
    cookies.set(request, reply, PROOF_COOKIE, proof, { path, seconds: PROOF_SECONDS });
    return digest(proof);
  }

  function hasProof(request: FastifyRequest, reply: FastifyReply, expected: unknown): boolean {
    const proof = cookies.get(request, reply, PROOF_COOKIE);
    return (
      proof !== undefined &&
      typeof expected === 'string' &&
      equalInConstantTime(digest(proof), expected)
    );
  }

  async function saveProgress(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    progress: { secondStep?: SecondStep | undefined; pendingLink?: PendingLink | undefined },
  ): Promise<void> {
    const parts = Object.entries(progress).filter(([, part]) => part !== undefined);
    const proof = parts.length > 0 ? issueProof(request, reply, path) : undefined;
    const proven = parts.map(([name, part]) => [name, { ...part, proof }]);
    await save(request, reply, Object.fromEntries(proven));
  }

  return {
    /** @returns undefined when it is unknown, completed, expired, or another browser's */
    async find(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<SignInInteraction | undefined> {
      try {
        const { uid, params, result } = await provider.interactionDetails(request.raw, reply.raw);
        const proven = <T extends { proof: string }>(data: T | undefined) =>
          data && hasProof(request, reply, data.proof) ? data : undefined;
        return {
          uid,
          address: addressOf(uid),
          clientId: String(params.client_id),
          redirectUri: String(params.redirect_uri),
          loginHint: typeof params.login_hint === 'string' ? params.login_hint : '',
          notice: NOTICES[String(params.signed_out)],
          secondStep: proven(z.safeParse(secondStepSchema, result?.secondStep).data),
          pendingLink: proven(z.safeParse(pendingLinkSchema, result?.pendingLink).data),
        };
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined;
        throw error;
      }
    },

    /** Stores the result of the password step; without one, returns to that step. */
    async saveSecondStep(
      request: FastifyRequest,
      reply: FastifyReply,
      { address, pendingLink }: SignInInteraction,
      step?: SecondStep,
    ) {
      await saveProgress(request, reply, address, { secondStep: step, pendingLink });
    },

    /** Stores who came back from the provider; without anyone, returns to the first step. */
    async savePendingLink(
      request: FastifyRequest,
      reply: FastifyReply,
      { address }: SignInInteraction,
      pendingLink?: PendingLink,
    ) {
      await saveProgress(request, reply, address, { pendingLink });
    },

    /**
     * @param user as read when they were verified: if a way to sign in has changed since, no session is created
     * @param proofs how they were verified, and the sign-in at the provider, if there was one
     * @returns the URL that redirects to the client with a code
     */
    async finish(
      request: FastifyRequest,
      reply: FastifyReply,
      { uid, address, clientId }: SignInInteraction,
      user: SignInUser,
      { ways, providerSignIn }: { ways: SignInWay[]; providerSignIn?: ProviderSignIn | undefined },
    ): Promise<string> {
      const resumePath = `${mountPath}${OAUTH_PATHS.authorize}/${uid}`;
      cookies.set(request, reply, COMPLETED_COOKIE, clientId, {
        path: address,
        seconds: DAY_SECONDS,
      });
      return save(request, reply, {
        login: { accountId: String(user.id), remember: false },
        ...toVerifiedUser(user),
        ways,
        providerSignIn,
        proof: issueProof(request, reply, resumePath),
      });
    },

    /** False if another browser completed this sign-in. */
    async canResume(request: FastifyRequest, reply: FastifyReply, uid: string): Promise<boolean> {
      const interaction = await provider.Interaction.find(uid);
      const result = interaction?.result;
      return !result?.login || hasProof(request, reply, result.proof);
    },

    /** The client of a sign-in at the requested address that was completed in this browser. */
    findCompletedClient(request: FastifyRequest, reply: FastifyReply): string | undefined {
      return cookies.get(request, reply, COMPLETED_COOKIE);
    },
  };
}
export type SignInInteractions = ReturnType<typeof createSignInInteractions>;
