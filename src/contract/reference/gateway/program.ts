import {
  apiKeySchema,
  createApiKey,
  getProgram,
  listApiKeys,
  programSchema,
  programTierSchema,
  revokeApiKey,
} from '#contract/program/program.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const programSchemas: Record<string, SchemaDocumentation> = {
  Program: { schema: programSchema, description: 'A loyalty program with its tiers and rules.' },
  ProgramTier: {
    schema: programTierSchema,
    description: 'A tier. Members reach it with as many qualified points as its `threshold`.',
  },
  ApiKey: {
    schema: apiKeySchema,
    description:
      'A key of the loyalty API. The key itself is only in the response to its creation.',
  },
};

const CONFIRM =
  'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.';

export const programOperations: readonly OperationDocumentation[] = [
  {
    endpoint: getProgram,
    description: 'The program with its tiers, lowest first. For everybody on the team.',
    responses: { 200: 'The program.', 404: 'The team has no program in this deployment.' },
  },
  {
    endpoint: listApiKeys,
    description:
      'Keys that call the loyalty API, oldest first, without revoked ones. For administrators of the team only.',
    responses: { 200: 'The keys.' },
  },
  {
    endpoint: createApiKey,
    description:
      'Creates a key for a caller of the loyalty API. Changes that are made with it carry its name. Needs an `id_token`.',
    body: { name: 'The shop' },
    responses: { 201: 'The key, which is not shown again.', 422: 'The name is invalid.' },
    prerequisite: CONFIRM,
  },
  {
    endpoint: revokeApiKey,
    description: 'Rejects the key from the next request on. Needs an `id_token`.',
    parameters: { key_id: { description: 'The `id` of the key.', example: 1 } },
    responses: { 204: 'Revoked.', 422: 'The console itself uses this key.' },
    prerequisite: 'use the `id` of a key that you created.',
  },
];
