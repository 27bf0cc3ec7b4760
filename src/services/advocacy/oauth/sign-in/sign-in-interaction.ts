import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import * as z from 'zod/mini';

/** What is known of the person after the first step, kept with the interaction. */
const secondStepSchema = z.object({
  userId: z.number(),
  factorId: z.number(),
  /** When another code can be sent, in ms; null where the factor takes no sent codes. */
  retryAt: z.nullable(z.number()),
});
export type SecondStep = z.output<typeof secondStepSchema>;

/** An authorization under way in this browser. */
export interface SignInInteraction {
  /** Address of its pages. */
  address: string;
  clientId: string;
  redirectUri: string;
  loginHint: string;
  /** Undefined until the password was right. */
  secondStep: SecondStep | undefined;
}

/** Reads and moves on the authorization that a browser is in the middle of. */
export function createSignInInteractions(provider: Provider, addressOf: (uid: string) => string) {
  async function save(request: FastifyRequest, reply: FastifyReply, result: object) {
    return provider.interactionResult(
      request.raw,
      reply.raw,
      { ...result },
      {
        mergeWithLastSubmission: false,
      },
    );
  }

  return {
    /** @returns undefined where there is none: unknown, finished, expired, or another browser's. */
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

    /** Keeps what the first step found out; undefined goes back to it. */
    async saveSecondStep(request: FastifyRequest, reply: FastifyReply, secondStep?: SecondStep) {
      await save(request, reply, secondStep ? { secondStep } : {});
    },

    /** @returns where the browser goes on: to the client, with a code. */
    async finish(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<string> {
      return save(request, reply, { login: { accountId: String(userId), remember: false } });
    },
  };
}
export type SignInInteractions = ReturnType<typeof createSignInInteractions>;
