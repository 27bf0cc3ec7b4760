import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import * as z from 'zod/mini';
import { ProviderError } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Log } from '#services/platform/log.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { fetchProvider, providerSignal } from './fetch-provider.ts';
import { reasonOf } from './reason-of.ts';

/** Only signatures that anybody can verify: a shared secret signs for everyone who has it. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const KEYS_MAX = 100;
/** Keys are fetched again for an unknown one, at most so often. */
const KEYS_PAUSE_MS = 30_000;
/** Between the provider's clock and ours. */
export const CLOCK_TOLERANCE_SECONDS = 60;

const keySetSchema = z.looseObject({
  keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(KEYS_MAX)),
});

/** What the provider publishes about itself. */
export interface ProviderMetadata {
  /** Fetches it again. @throws {ProviderError} what was fetched before stays */
  refresh(): Promise<void>;
  /** @throws {ProviderError} before the first fetch */
  server(): AuthorizationServer;
  /**
   * Verifies the signature of a token for this application, its issuer and its times.
   * @throws {errors.JOSEError | ProviderError}
   */
  verify(token: string, requiredClaims?: readonly string[]): Promise<JWTVerifyResult>;
}

interface Dependencies {
  settings: OidcSettings;
  clock: Clock;
  log: Log;
}

export function createProviderMetadata({ settings, clock, log }: Dependencies): ProviderMetadata {
  const { issuer, clientId } = settings;
  let found: { server: AuthorizationServer; keys: JSONWebKeySet } | undefined;
  let keysAt = 0;

  function current() {
    if (!found) throw new ProviderError('unavailable', 'the provider was not reached yet');
    return found;
  }

  async function fetchKeys(server: AuthorizationServer): Promise<JSONWebKeySet> {
    keysAt = clock.now().getTime();
    const response = await fetchProvider(String(server.jwks_uri));
    if (!response.ok)
      throw new ProviderError('unavailable', `status ${response.status} of its keys`);
    return keySetSchema.parse(await response.json()) as JSONWebKeySet;
  }

  const verifyWith = (token: string, keys: JSONWebKeySet, requiredClaims: readonly string[]) =>
    jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      currentDate: clock.now(),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: [...requiredClaims],
    });

  return {
    async refresh() {
      try {
        const server = await discover(settings);
        found = { server, keys: await fetchKeys(server) };
      } catch (error) {
        throw error instanceof ProviderError
          ? error
          : new ProviderError('unavailable', reasonOf(error));
      }
    },
    server: () => current().server,
    async verify(token, requiredClaims = ['iat', 'exp']) {
      const { server, keys } = current();
      try {
        return await verifyWith(token, keys, requiredClaims);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || clock.now().getTime() - keysAt < KEYS_PAUSE_MS) throw error;
        log.info('the OpenID provider signs with a new key');
        const renewed = await fetchKeys(server);
        found = { server, keys: renewed };
        return verifyWith(token, renewed, requiredClaims);
      }
    },
  };
}

/** @throws if the provider can't be reached, or names another issuer */
async function discover({ issuer }: OidcSettings): Promise<AuthorizationServer> {
  const url = new URL(issuer);
  const isInsecure = url.protocol === 'http:';
  const response = await discoveryRequest(url, {
    [allowInsecureRequests]: isInsecure,
    [customFetch]: fetchProvider,
    signal: providerSignal,
  });
  const server = await processDiscoveryResponse(url, response);
  if (server.issuer !== issuer) {
    throw new ProviderError('invalid', 'the provider writes its issuer in another way');
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = server[name];
    const protocol = address && URL.canParse(address) ? new URL(address).protocol : undefined;
    if (protocol === 'https:' || (isInsecure && protocol === 'http:')) continue;
    throw new ProviderError('invalid', `the provider's ${name} is missing or not https`);
  }
  return server;
}
