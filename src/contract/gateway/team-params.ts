import { integerParams } from '#contract/json-api.ts';

export const teamParams = integerParams(['team_id']);
