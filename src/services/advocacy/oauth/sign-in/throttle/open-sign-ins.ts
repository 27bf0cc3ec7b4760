import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { errors, interactionPolicy } from 'oidc-provider';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { ipNetwork } from './ip-network.ts';

/** Sign-ins that one network may begin without completing them. */
const LIMIT = 1000;

/** A network began too many sign-ins. */
export class TooManySignInsError extends errors.OIDCProviderError {
  readonly until: Date;

  constructor(until: Date) {
    super(429, 'temporarily_unavailable');
    this.error = 'temporarily_unavailable';
    this.allow_redirect = false;
    this.until = until;
  }
}

/**
 * Limits the sign-ins that are open at a time, because each is stored and needs no account. Counted per
 * network, so that nobody keeps others from signing in.
 * @param seconds how long a sign-in stays open
 */
export function createOpenSignIns(counts: AttemptCounters, seconds: number) {
  /** oidc-provider's requests don't know which proxies are trusted. */
  const addresses = new WeakMap<IncomingMessage, string>();
  const keyOf = (address: string) => JSON.stringify(['open sign-ins', ipNetwork(address)]);

  return {
    /** Call it before oidc-provider handles the request. */
    identify(request: FastifyRequest): void {
      addresses.set(request.raw, request.ip);
    },
    /** Counts a sign-in just before it is stored. */
    check: new interactionPolicy.Check('open_sign_ins', '', async (ctx) => {
      const address = addresses.get(ctx.req);
      if (ctx.oidc.route === 'authorization' && address !== undefined) {
        const { count, endsAt } = await counts.add(keyOf(address), seconds);
        if (count > LIMIT) throw new TooManySignInsError(endsAt);
      }
      return interactionPolicy.Check.NO_NEED_TO_PROMPT;
    }),
    /** Uncounts a completed sign-in. */
    async complete(request: FastifyRequest): Promise<void> {
      await counts.removeOne(keyOf(request.ip));
    },
  };
}
export type OpenSignIns = ReturnType<typeof createOpenSignIns>;
