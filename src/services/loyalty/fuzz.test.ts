import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as activities from '#contract/loyalty/activities.ts';
import { parameterErrorSchema, valueErrorSchema } from '#contract/loyalty/errors.ts';
import { dateFilter, tagFilter } from '#contract/loyalty/members/member-filters.ts';
import * as members from '#contract/loyalty/members/members.ts';
import { fuzzEndpoint } from '#services/platform/testing/fuzz/fuzz-endpoint.ts';
import type { Target } from '#services/platform/testing/fuzz/fuzz-request.ts';
import type { RawRequest, RawResponse } from '#services/platform/testing/send-raw.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { addActivity, addMembers, addTiers, createProgram } from './testing/program.ts';
import { startLoyalty, type TestLoyalty } from './testing/start-loyalty.ts';

// Deletion last, so that the others find members.
const ENDPOINTS = [
  members.listMembers,
  members.createMember,
  members.getMember,
  members.updateMember,
  activities.listActivities,
  activities.listMemberActivities,
  activities.getActivity,
  members.deleteMember,
];

/** loyalty.md, Errors: exactly the two shapes. */
const errorSchema = z.union([
  z.strictObject(parameterErrorSchema.shape),
  z.strictObject(valueErrorSchema.shape),
]);

function expectLoyalty({ status, headers, body }: RawResponse, { method }: RawRequest): void {
  expect(headers['x-request-id']).toBeTruthy();
  if (method === 'HEAD' || status === 204) {
    expect(body).toBe('');
    return;
  }
  expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
  const response: unknown = JSON.parse(body);
  if (status < 400) {
    expect(response).toMatchObject({ success: true });
    return;
  }
  const error = z.parse(errorSchema, response);
  if (status !== 400) expect(error.error_code).toBe(String(status));
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
}

describeBothStorages('random requests to the loyalty service', (storage) => {
  let service: TestLoyalty;
  let target: Target;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    const { program, credentials } = await createProgram(storage.db);
    const [tier] = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 100 });
    const rows = await addMembers(
      storage.db,
      program.id,
      // The same value for both ids, so that requests find members with any idParam.
      Array.from({ length: 40 }, (_, n) => ({ memberId: `M-${n}`, serviceId: `M-${n}` })),
    );
    for (const activityId of ['buy', 'review']) {
      await addActivity(storage.db, program.id, { activityId });
    }
    target = {
      mountPath: new URL(service.baseUrl).pathname,
      mediaType: 'application/json',
      headers: credentials,
      params: {
        member: rows.map(({ memberId }) => memberId),
        activity: ['buy', 'review'],
      },
      samples: {
        count: ['1', '1000'],
        start_cursor: ['0', '1'],
        enrolment_date: [dateFilter({ gte: '01/31/2020' })],
        last_modified_date: [dateFilter({ between: '01/01/2020-12/31/2030' })],
        // For the list's filter and for a member's tags.
        member_tags: [tagFilter({ mode: 'contain_none_of', tags: ['vip', 'é'] }), ['vip'], []],
        language: ['Deutsch'],
        first_name: ['Ada'],
        last_name: ['Marsh'],
        twitter_handle: ['ada'],
        instagram_handle: ['ada'],
        preferred_language: ['English'],
        address: [{ city: 'Köln' }, {}],
        member_id: ['N-1', 'N-2', 'M-1'],
        email_address: ['ada@example.test', ''],
        phone_number: ['+1-5550100200', '555 010 0300'],
        birthdate: ['05/17/1990', '05/17', ''],
        anniversary_date: ['02/29/2024'],
        current_tier_id: [tier?.serviceId],
        referrer_code: [rows[0]?.referralCode],
        referral_code: [rows[1]?.referralCode],
        custom_attributes: ['{"a":1}', '{"b":["x",2]}', '{}'],
      },
    };
  });
  afterAll(() => service.close());

  test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds as documented and never fails',
    async (_id, endpoint) => {
      const { origin } = new URL(service.baseUrl);
      const idParam = [endpoint === activities.getActivity ? 'activity_id' : 'member_id'];
      const samples = { ...target.samples, idParam };
      const statuses = await fuzzEndpoint(origin, endpoint, { ...target, samples }, expectLoyalty);
      expect(statuses).toContain(200);
    },
  );

  test('the service keeps running', async () => {
    expect((await fetch(`${service.baseUrl}/loyalty/members`)).status).toBe(401);
  });
});
