import * as z from 'zod/mini';
import type { Clock } from '#services/platform/clock.ts';
import { type Context, currentContext, updateContext } from '#services/platform/context.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

/** Carries the caller of the gateway to this deployment's loyalty service, encrypted. */
export const CALLER_HEADER = 'x-patron-caller';

const CONTEXT = 'audit.caller';
const MAX_AGE_MS = 5 * 60_000;

const callerSchema = z.object({
  at: z.number(),
  actor: z.object({ kind: z.literal('user'), id: z.string(), name: z.string() }),
  clientId: z.optional(z.string()),
  teamId: z.optional(z.number()),
  ip: z.optional(z.string()),
});

/** The headers that make a request to the loyalty service part of the current one. */
export function forwardedHeaders(
  { encryption, clock }: { encryption: Encryption; clock: Clock },
  { requestId, traceparent, actor, clientId, teamId, ip }: Context = currentContext(),
): Record<string, string> {
  const caller = JSON.stringify({ at: clock.now().getTime(), actor, clientId, teamId, ip });
  return {
    ...(actor ? { [CALLER_HEADER]: encryption.encrypt(caller, CONTEXT) } : {}),
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/**
 * Makes the caller in the header that of the current request, unless it is forged or old.
 * @returns whether it did
 */
export function identifyForwardedCaller(
  { encryption, clock }: { encryption: Encryption; clock: Clock },
  header: string | string[] | undefined,
): boolean {
  if (typeof header !== 'string') return false;
  const caller = z.safeParse(callerSchema, decrypt(encryption, header));
  if (!caller.success) return false;
  const { at, ip, ...identity } = caller.data;
  if (Math.abs(clock.now().getTime() - at) > MAX_AGE_MS) return false;
  // The address of the request is the gateway's; a job has none.
  updateContext({ ...identity, ip });
  return true;
}

function decrypt(encryption: Encryption, header: string): unknown {
  try {
    return JSON.parse(encryption.decrypt(header, CONTEXT));
  } catch {
    return undefined;
  }
}
