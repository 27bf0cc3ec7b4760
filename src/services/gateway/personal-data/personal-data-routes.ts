import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  erasePersonalData,
  getErasure,
  getPersonalData,
  listMentions,
  removeMention,
  SECTION_ENTRIES_MAX,
} from '#contract/gateway/personal-data.ts';
import type { GatewayDependencies, PersonalDataService } from '#services/gateway/dependencies.ts';
import { notFound, stepUpRequired } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';

/** A member's personal data, for administrators of the team (decisions.md, 63). */
export function personalDataRoutes(
  app: FastifyInstance,
  {
    personalData,
    authorizeTeamMember,
    hasIdToken,
  }: Pick<GatewayDependencies, 'hasIdToken' | 'authorizeTeamMember'> & {
    personalData: PersonalDataService;
  },
): void {
  async function authorize(endpoint: Endpoint, request: FastifyRequest) {
    const authorized = await authorizeTeamMember(request, endpoint);
    if (endpoint.stepUp && !(await hasIdToken?.(request))) throw stepUpRequired();
    return authorized;
  }
  const orNotFound = <Value>(value: Value | undefined): { data: Value } => {
    if (value === undefined) throw notFound();
    return { data: value };
  };

  registerJsonOperation(app, getPersonalData, {
    authorize: (request) => authorize(getPersonalData, request),
    handle: async ({ authorized: { teamId }, params }) =>
      orNotFound(await personalData.read(teamId, params.member_id, SECTION_ENTRIES_MAX)),
  });
  registerJsonOperation(app, erasePersonalData, {
    authorize: (request) => authorize(erasePersonalData, request),
    handle: async ({ authorized: { teamId }, params }) =>
      orNotFound(await personalData.erase(teamId, params.member_id)),
  });
  registerJsonOperation(app, listMentions, {
    authorize: (request) => authorize(listMentions, request),
    handle: async ({ authorized: { teamId }, params }) =>
      orNotFound(await personalData.listMentions(teamId, params.member_id)).data,
  });
  registerJsonOperation(app, removeMention, {
    authorize: (request) => authorize(removeMention, request),
    async handle({ authorized: { teamId }, params }) {
      orNotFound(await personalData.removeMention(teamId, params.member_id, params.mention));
      return undefined;
    },
  });
  registerJsonOperation(app, getErasure, {
    authorize: (request) => authorize(getErasure, request),
    handle: async ({ authorized: { teamId }, params }) =>
      orNotFound(await personalData.findErasure(teamId, params.receipt)),
  });
}
