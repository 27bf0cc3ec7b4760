import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { integerParams } from '#contract/endpoint.ts';
import { errorDocumentSchema, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { SCOPE_DESCRIPTIONS } from '#contract/reference/advocacy/scopes.ts';
import type {
  ApiDocumentation,
  OperationDocumentation,
  ReferenceAddresses,
} from '#contract/reference/documentation.ts';
import {
  accessTokenScheme,
  idTokenScheme,
  jsonApiErrors,
  jsonApiParameters,
  jsonApiResponses,
  jsonApiSchemas,
  tokensOf,
} from '#contract/reference/json-api.ts';
import { activityOperations } from '#contract/reference/loyalty/activities.ts';
import {
  loyaltyErrors,
  loyaltyParameters,
  loyaltyResponses,
  loyaltySchemas,
} from '#contract/reference/loyalty/loyalty.ts';
import { memberOperations } from '#contract/reference/loyalty/members.ts';
import { describeRoles, getOperation } from '#contract/roles/allows.ts';
import { auditOperations, auditSchemas } from './audit.ts';
import { directoryOperations, directorySchemas } from './directory.ts';
import { inboxOperations, inboxParameters, inboxSchemas } from './inbox.ts';
import { jobOperations, jobSchemas } from './jobs.ts';
import { personalDataOperations, personalDataSchemas } from './personal-data.ts';
import { programOperations, programSchemas } from './program.ts';
import { toolOperations, toolSchemas } from './tools.ts';

const SCOPES = ['teams:read', 'teams:write', 'webhooks:read', 'webhooks:write'];

const DESCRIPTION = `What the console itself uses: the loyalty API for signed-in users, and the webhook inbox.

The gateway takes the access token of the advocacy service, checks the user's role in the team, and adds the team's API \
key on the server. Its own errors are JSON:API errors; those of the loyalty program are passed on unchanged.`;

/** A loyalty operation as signed-in users call it. Other statuses of the program are passed on too. */
function throughGateway(operation: OperationDocumentation): OperationDocumentation {
  const { id, method, path, params, ...endpoint } = operation.endpoint as Endpoint;
  const loyalty = { mediaType: 'application/json', schema: loyaltyErrorSchema };
  return {
    ...operation,
    description: `${operation.description}\n\n${describeRoles(id)}`,
    endpoint: {
      ...endpoint,
      id: `gateway${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      method,
      path: `/teams/:team_id/loyalty/v2${path}`,
      params: z.extend(integerParams(['team_id']), (params as z.ZodMiniObject).shape),
      scope: getOperation(id).scope,
    },
    responses: {
      ...loyaltyResponses,
      401: jsonApiResponses[401] ?? '',
      404: 'You asked for no team, or the team has no loyalty program.',
      ...operation.responses,
    },
    statuses: [...loyaltyErrors(operation.endpoint), 403, 404, 502, 504],
    errors: { 400: loyalty, 413: loyalty, 415: loyalty },
  };
}

export function gatewayDocumentation(addresses: ReferenceAddresses): ApiDocumentation {
  return {
    name: 'gateway',
    title: 'Gateway API',
    version: '1',
    description: DESCRIPTION,
    baseUrl: addresses.baseUrl,
    tags: {
      'Loyalty members': "The team's members, through the gateway.",
      'Loyalty activities': "The team's activities, through the gateway.",
      'Member directory': 'A searchable copy of the members.',
      Jobs: 'Work on many members: export, import, change, delete.',
      Points: "What happened to members' points.",
      Program: "The team's loyalty program and its keys, where it is Patron's.",
      'Webhook inbox': "The webhooks that a team's loyalty program delivered.",
      'Audit log': 'Who changed what in a team.',
      'Personal data': 'What is kept about a member, and its erasure.',
    },
    operations: [
      ...[...memberOperations, ...activityOperations].map(throughGateway),
      ...directoryOperations,
      ...jobOperations,
      ...inboxOperations,
      ...toolOperations,
      ...programOperations,
      ...auditOperations,
      ...personalDataOperations,
    ],
    schemas: {
      ...loyaltySchemas,
      ...directorySchemas,
      ...jobSchemas,
      ...inboxSchemas,
      ...toolSchemas,
      ...programSchemas,
      ...auditSchemas,
      ...personalDataSchemas,
      ...jsonApiSchemas,
    },
    parameters: {
      ...loyaltyParameters,
      ...jsonApiParameters,
      ...inboxParameters,
      job_id: { description: 'The `id` of the job.', example: 1 },
    },
    responses: jsonApiResponses,
    mediaType: 'application/json',
    error: { mediaType: JSON_API_MEDIA_TYPE, schema: errorDocumentSchema },
    securitySchemes: {
      id_token: idTokenScheme,
      access_token: accessTokenScheme(
        addresses,
        Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_DESCRIPTIONS[scope] ?? ''])),
      ),
    },
    errorsOf: jsonApiErrors,
    securityOf: tokensOf,
  };
}
