import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { adjustmentSchema } from '#contract/points/adjustment.ts';
import {
  activityUseItemSchema,
  activityUseListSchema,
  pointEntryItemSchema,
  pointEntryListSchema,
  pointPageParameters,
  statementSchema,
} from '#contract/points/points.ts';
import { ID_MAX_LENGTH, requiredText } from '#contract/text.ts';
import { memberIdParameter, memberParams } from './parameters.ts';

// Not part of the Admin API (loyalty.md), so it has a separate path.
const PATH = '/patron/members/:member/points';
const TAG = 'Loyalty points (Patron only)';

export const listMemberPoints = defineEndpoint({
  id: 'listMemberPoints',
  method: 'GET',
  path: PATH,
  tag: TAG,
  params: memberParams,
  query: z.object({ idParam: memberIdParameter, ...pointPageParameters }),
  response: pointEntryListSchema,
});

export const adjustMemberPoints = defineEndpoint({
  id: 'adjustMemberPoints',
  method: 'POST',
  path: PATH,
  tag: TAG,
  params: memberParams,
  query: z.object({ idParam: memberIdParameter }),
  body: z.extend(adjustmentSchema, {
    /** An adjustment of a member with a key that was used before is not made again. */
    idempotency_key: z.optional(requiredText(ID_MAX_LENGTH)),
  }),
  bodyMaxBytes: 4 * 1024,
  response: pointEntryItemSchema,
});

export const getPointsStatement = defineEndpoint({
  id: 'getPointsStatement',
  isAggregate: true,
  method: 'GET',
  path: '/patron/points-statement',
  tag: TAG,
  query: z.object({}),
  response: statementSchema,
});

export const getActivityUse = defineEndpoint({
  id: 'getActivityUse',
  isAggregate: true,
  method: 'GET',
  path: '/patron/activity-use',
  tag: TAG,
  query: z.object({}),
  response: activityUseListSchema,
});

export const getUseOfActivity = defineEndpoint({
  id: 'getUseOfActivity',
  isAggregate: true,
  method: 'GET',
  path: '/patron/activity-use/:activity',
  tag: TAG,
  params: z.object({ activity: requiredText(ID_MAX_LENGTH) }),
  query: z.object({}),
  response: activityUseItemSchema,
});
