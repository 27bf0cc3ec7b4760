import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { Assets } from './assets.ts';
import type { ErrorPages } from './error-pages.ts';
import type { SecondFactors, SignInFactor } from './second-factors.ts';
import { createSignInInteractions, type SignInInteractions } from './sign-in-interaction.ts';
import type { FailedAttempts } from './throttle/failed-attempts.ts';
import { createKnownDevices, type KnownDevices } from './throttle/known-devices.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './throttle/sign-in-throttle.ts';

export interface SignInDependencies extends ServiceDependencies {
  secondFactors: SecondFactors;
}

/** Context of the sign-in routes. */
export interface SignIn {
  dependencies: SignInDependencies;
  assets: Assets;
  errorPages: ErrorPages;
  interactions: SignInInteractions;
  devices: KnownDevices;
  throttle: SignInThrottle;
}

interface Options extends Pick<SignIn, 'dependencies' | 'assets' | 'errorPages'> {
  provider: Provider;
  attempts: FailedAttempts;
}

export function createSignIn({ provider, attempts, ...options }: Options): SignIn {
  const { baseUrl } = options.dependencies;
  const mountPath = new URL(baseUrl).pathname;
  return {
    ...options,
    interactions: createSignInInteractions(
      provider,
      (uid) => `${mountPath}${OAUTH_PATHS.signIn}/${uid}`,
    ),
    devices: createKnownDevices(provider, baseUrl),
    throttle: createSignInThrottle(attempts),
  };
}

/** The browser if the user has signed in from it before, otherwise the IP address. */
export function attemptSource(
  { devices }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number | undefined,
): SignInAttempt['source'] {
  const device = userId === undefined ? undefined : devices.find(request, reply, userId);
  return device === undefined ? { address: request.ip } : { device };
}

/** Makes a factor the one to verify, and sends its code, at most every 30 seconds. */
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

/** Remembers the browser and redirects to the client. */
export async function finishSignIn(
  { devices, interactions }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
) {
  devices.remember(request, reply, userId);
  return reply.redirect(await interactions.finish(request, reply, userId), 303);
}

/** A form field's value; empty if it is missing or repeated. */
export function formField(request: FastifyRequest, name: string): string {
  const body = request.body as Record<string, unknown> | undefined;
  const value = body && Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}
