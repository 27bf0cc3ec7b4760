import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import * as z from 'zod/mini';

/** Result of the password step, stored with the interaction. */
const secondStepSchema = z.object({
  userId: z.number(),
  factorId: z.number(),
  /** When another code can be sent, in ms; null for factors without sent codes. */
  retryAt: z.nullable(z.number()),
});
type SecondStep = z.output<typeof secondStepSchema>;

/** An authorization in progress in this browser. */
export interface SignInInteraction {
  /** URL path of its pages. */
  address: string;
  clientId: string;
  redirectUri: string;
  loginHint: string;
  /** Undefined until the password step is done. */
  secondStep: SecondStep | undefined;
}

/** Reads and updates the authorization in progress in a browser. */
export function createSignInInteractions(provider: Provider, addressOf: (uid: string) => string) {
  async function save(request: FastifyRequest, reply: FastifyReply, result: object) {
    return provider.interactionResult(
      request.raw,
      reply.raw,
      { ...result },
      { mergeWithLastSubmission: false },
    );
  }

  return {
    /** @returns undefined when it is unknown, completed, expired, or another browser's */
    async find(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<SignInInteraction | undefined> {
      try {
        const { uid, params, result } = await provider.interactionDetails(request.raw, reply.raw);
        const { success, data } = z.safeParse(secondStepSchema, result?.secondStep);
        return {
          address: addressOf(uid),
          clientId: String(params.client_id),
          redirectUri: String(params.redirect_uri),
          loginHint: typeof params.login_hint === 'string' ? params.login_hint : '',
          secondStep: success ? data : undefined,
        };
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined;
        throw error;
      }
    },

    /** Stores the result of the password step; without one, returns to that step. */
    async saveSecondStep(request: FastifyRequest, reply: FastifyReply, secondStep?: SecondStep) {
      await save(request, reply, secondStep ? { secondStep } : {});
    },

    /** @returns the URL that redirects to the client with a code */
    async finish(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<string> {
      return save(request, reply, { login: { accountId: String(userId), remember: false } });
    },
  };
}
export type SignInInteractions = ReturnType<typeof createSignInInteractions>;
