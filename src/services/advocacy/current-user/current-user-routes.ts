import type { FastifyInstance } from 'fastify';
import { updateCurrentUser } from '#contract/advocacy/update-user.ts';
import { getCurrentUser } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { sendFirstCode } from '#services/advocacy/account/verification/email-code.ts';
import {
  listFactors,
  toAuthenticationFactor,
} from '#services/advocacy/authentication-factors/authentication-factors.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { listTeamsOfUser } from '#services/advocacy/teams/teams-store.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import {
  errorResponse,
  forbidden,
  notFound,
  tooManyRequests,
} from '#services/platform/json-api/errors.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { changeEmail } from './change-email.ts';
import { toTeam, toUser } from './user-document.ts';

/** Each change sends emails, and reveals whether the address is in use. */
const EMAIL_CHANGES_PER_DAY = 10;

/** advocacy.md, Current user. */
export function currentUserRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db } = dependencies;

  registerOperation(app, getCurrentUser, {
    async authorize(request) {
      const caller = await authorizeUser(dependencies, getCurrentUser, request);
      const { include } = request.query as { include?: unknown };
      const includesFactors = String(include).split(',').includes('authentication_factors');
      if (includesFactors && !caller.scopes.has('authentication_factors:read')) {
        throw forbidden('The access token lacks the scope authentication_factors:read.');
      }
      return caller;
    },
    async handle({ query: { include }, authorized: { userId, proof }, request }) {
      const user = await findUser(db, userId);
      if (!user) throw notFound();
      const included: Record<string, AnyResource[]> = {};
      if (include?.includes('authentication_factors')) {
        const factors = await listFactors(db, userId);
        included.authentication_factors = factors.map((row) => toAuthenticationFactor(row));
      }
      if (include?.includes('teams')) {
        const use = { proof, ip: request.ip, now: dependencies.clock.now() };
        included.teams = (await listTeamsOfUser(db, userId)).map((team) => toTeam(team, use));
      }
      return {
        data: toUser(user, included),
        ...(include ? { included: Object.values(included).flat() } : {}),
      };
    },
  });

  registerOperation(app, updateCurrentUser, {
    authorize: (request) => authorizeUser(dependencies, updateCurrentUser, request),
    checkResource({ id }, { userId }) {
      if (id === undefined || id === String(userId)) return;
      const detail = 'id must be that of the current user.';
      throw errorResponse(409, { detail, source: { pointer: '/data/id' } });
    },
    async handle({ body: { data }, authorized: { userId } }) {
      const { email } = data.attributes;
      const before = await findUser(db, userId);
      if (!before) throw notFound();
      if (email === undefined || email === before.email) return { data: toUser(before) };
      await countEmailChange(dependencies, userId);
      const user = await changeEmail(dependencies, userId, { email }, (tx, changed) =>
        sendFirstCode(tx, dependencies, changed),
      );
      return { data: toUser(user) };
    },
  });
}

/** @throws {JsonApiError} 429 after too many changes, successful or not */
async function countEmailChange(
  { db, clock }: Pick<ServiceDependencies, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  const key = JSON.stringify(['email changes', userId]);
  const { count, endsAt } = await createAttemptCounters(db, clock).add(key, DAY_SECONDS);
  if (count <= EMAIL_CHANGES_PER_DAY) return;
  const seconds = (endsAt.getTime() - clock.now().getTime()) / 1000;
  throw tooManyRequests(seconds, 'Too many email address changes today. Try again tomorrow.');
}
