import type { FastifyInstance } from 'fastify';
import { getTeamRules, updateTeamRules } from '#contract/people/team-rules.ts';
import type { AuthorizationDependencies } from '#services/advocacy/authorization.ts';
import { authorizeAdministrator } from '#services/advocacy/people/people-routes.ts';
import { proxyTrustOf } from '#services/platform/http/untrusted-proxy.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { toRules, updateRules } from './manage-rules.ts';

/** The rules of a team, for its administrators (decisions.md, 67). Part of the people API. */
export function rulesRoutes(app: FastifyInstance, dependencies: AuthorizationDependencies): void {
  const { db, clock } = dependencies;

  registerJsonOperation(app, getTeamRules, {
    authorize: (request) => authorizeAdministrator(dependencies, getTeamRules, request),
    handle: async ({ authorized: { rules } }) => ({ data: toRules(rules) }),
  });

  registerJsonOperation(app, updateTeamRules, {
    authorize: (request) => authorizeAdministrator(dependencies, updateTeamRules, request),
    async handle({ body, authorized: { teamId, proof }, request }) {
      const author = { proof, ip: request.ip, proxy: proxyTrustOf(request), now: clock.now() };
      return { data: toRules(await updateRules(db, teamId, body, author)) };
    },
  });
}
