import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  challengeAuthenticationFactor,
  createAuthenticationFactor,
  deleteAuthenticationFactor,
  listAuthenticationFactors,
  verifyAuthenticationFactor,
} from '#contract/advocacy/authentication-factors.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { listLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { findFactor, listFactors, toAuthenticationFactor } from './authentication-factors.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';
import { canBeChallenged, challengeFactor, deleteFactor, verifyFactor } from './change-factor.ts';
import { createFactor } from './create-factor.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

export function authenticationFactorsRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db, baseUrl } = dependencies;
  const authorize = (endpoint: Endpoint) => (request: FastifyRequest) =>
    authorizeUser(dependencies, endpoint, request);

  /** 404 unless the factor is the caller's and matches the predicate. */
  const authorizeFactor =
    (endpoint: Endpoint, matches: (factor: AuthenticationFactorRow) => boolean) =>
    async (request: FastifyRequest) => {
      const { userId, sessionId } = await authorizeUser(dependencies, endpoint, request);
      const factorId = getIntegerParam(request, 'authentication_factor_id');
      const factor = await findFactor(db, userId, factorId);
      if (!factor || !matches(factor)) throw notFound();
      return { userId, sessionId, factorId };
    };

  registerOperation(app, listAuthenticationFactors, {
    authorize: authorize(listAuthenticationFactors),
    handle: async ({ authorized: { userId }, request }) => {
      const rows = await listFactors(db, userId);
      const hasRecoveryCodes = rows.some(({ type }) => type === 'recovery_code');
      const recoveryCodesLeft = hasRecoveryCodes ? await countRecoveryCodes(db, userId) : undefined;
      return {
        data: rows.map((row) => toAuthenticationFactor(row, { recoveryCodesLeft })),
        links: listLinks(new URL(request.originalUrl, baseUrl).href),
      };
    },
  });

  registerOperation(app, createAuthenticationFactor, {
    authorize: authorize(createAuthenticationFactor),
    handle: async ({ authorized: { userId }, body, reply }) => {
      const { row, secrets } = await createFactor(dependencies, userId, body.data.attributes);
      reply.header('cache-control', 'no-store');
      return { data: toAuthenticationFactor(row, secrets) };
    },
  });

  registerOperation(app, verifyAuthenticationFactor, {
    authorize: authorizeFactor(verifyAuthenticationFactor, ({ status }) => status === 'pending'),
    handle: async ({ authorized: { factorId, ...session }, body }) => ({
      data: toAuthenticationFactor(
        await verifyFactor(dependencies, session, factorId, body.data.attributes),
      ),
    }),
  });

  registerOperation(app, deleteAuthenticationFactor, {
    authorize: authorizeFactor(deleteAuthenticationFactor, () => true),
    handle: async ({ authorized: { userId, factorId } }) => {
      await deleteFactor(dependencies, userId, factorId);
      return undefined;
    },
  });

  registerOperation(app, challengeAuthenticationFactor, {
    authorize: authorizeFactor(challengeAuthenticationFactor, canBeChallenged),
    handle: async ({ authorized: { userId, factorId } }) => {
      const retryAt = await challengeFactor(dependencies, userId, factorId);
      return {
        data: {
          id: randomUUID(),
          type: 'authentication_factor_challenge' as const,
          attributes: { retry_at: retryAt.toISOString() },
        },
      };
    },
  });
}
