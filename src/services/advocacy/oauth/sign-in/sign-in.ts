import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { Assets } from './assets.ts';
import type { ErrorPages } from './error-pages.ts';
import type { SignInFactor } from './second-factors.ts';
import { createSignInInteractions, type SignInInteractions } from './sign-in-interaction.ts';
import type { FailedAttempts } from './throttle/failed-attempts.ts';
import { createKnownDevices, type KnownDevices } from './throttle/known-devices.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './throttle/sign-in-throttle.ts';

/** What the sign-in routes work with. */
export interface SignIn {
  dependencies: AdvocacyDependencies;
  assets: Assets;
  errorPages: ErrorPages;
  interactions: SignInInteractions;
  devices: KnownDevices;
  throttle: SignInThrottle;
}

interface Parts {
  dependencies: AdvocacyDependencies;
  provider: Provider;
  attempts: FailedAttempts;
  assets: Assets;
  errorPages: ErrorPages;
}

/** Puts together what the sign-in routes work with. */
export function createSignIn({ provider, attempts, ...parts }: Parts): SignIn {
  const { dependencies } = parts;
  const mountPath = new URL(dependencies.baseUrl).pathname;
  return {
    ...parts,
    interactions: createSignInInteractions(
      provider,
      (uid) => `${mountPath}${OAUTH_PATHS.signIn}/${uid}`,
    ),
    devices: createKnownDevices(provider, dependencies.baseUrl),
    throttle: createSignInThrottle(attempts),
  };
}

/** Where a try comes from: a browser that the person signed in from before, or a network. */
export function attemptSource(
  { devices }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number | undefined,
): SignInAttempt['source'] {
  const device = userId === undefined ? undefined : devices.find(request, reply, userId);
  return device === undefined ? { address: request.ip } : { device };
}

/** Asks for a factor: sends its code where it takes one, at most every 30 seconds. */
export async function requestFactor(
  { dependencies, interactions }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { id, type }: SignInFactor,
): Promise<void> {
  const { secondFactors } = dependencies;
  const retryAt = type === 'out_of_band' ? await secondFactors.sendCode(userId, id) : null;
  await interactions.saveSecondStep(request, reply, {
    userId,
    factorId: id,
    retryAt: retryAt?.getTime() ?? null,
  });
}

/** Ends sign-in: the browser is remembered, and goes back to the client. */
export async function finishSignIn(
  { devices, interactions }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
) {
  devices.remember(request, reply, userId);
  return reply.redirect(await interactions.finish(request, reply, userId), 303);
}

/** A field of the form; empty where it is missing or repeated. */
export function formField(request: FastifyRequest, name: string): string {
  const body = request.body as Record<string, unknown> | undefined;
  const value = body && Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}
