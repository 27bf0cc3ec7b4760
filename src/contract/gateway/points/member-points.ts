import * as z from 'zod/mini';
import { defineEndpoint, integerParams } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { adjustmentSchema } from '#contract/points/adjustment.ts';
import {
  activityUseItemSchema,
  activityUseListSchema,
  pointEntryItemSchema,
  pointEntryListSchema,
  pointPageParameters,
} from '#contract/points/points.ts';
import { ID_MAX_LENGTH, requiredText } from '#contract/text.ts';

// Announced as `extensions.points` (decisions.md, 50).

const PATH = '/teams/:team_id/points/:member_id';
const TAG = 'Points';
/** The operator's id of the member. */
const params = z.extend(integerParams(['team_id']), { member_id: requiredText(ID_MAX_LENGTH) });

export const listPoints = defineEndpoint({
  id: 'listPoints',
  method: 'GET',
  path: PATH,
  tag: TAG,
  params,
  query: strictQuery(pointPageParameters),
  response: pointEntryListSchema,
  scope: 'teams:read',
});

export const adjustPoints = defineEndpoint({
  id: 'adjustPoints',
  method: 'POST',
  path: PATH,
  tag: TAG,
  params,
  body: adjustmentSchema,
  bodyMaxBytes: 4 * 1024,
  response: pointEntryItemSchema,
  scope: 'teams:write',
});

export const listActivityUse = defineEndpoint({
  id: 'listActivityUse',
  method: 'GET',
  path: '/teams/:team_id/activity-use',
  tag: TAG,
  response: activityUseListSchema,
  scope: 'teams:read',
});

export const getActivityUseDetails = defineEndpoint({
  id: 'getActivityUseDetails',
  isAggregate: true,
  method: 'GET',
  path: '/teams/:team_id/activity-use/:activity_id',
  tag: TAG,
  params: z.extend(integerParams(['team_id']), { activity_id: requiredText(ID_MAX_LENGTH) }),
  response: activityUseItemSchema,
  scope: 'teams:read',
});
