import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const ADA: Member = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: 'Ada',
  email_address: 'ada@example.test',
  phone_number: '+44-2012345678',
};
const OTHER_MEMBER = 'Another member has this email address.';
const EARLIER_ROW = 'An earlier row has this email address.';

describeBothStorages('warnings of contacts', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([ADA, { ...ADA, id: 'S-2', member_id: 'M-2' }]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const correct = async (job: Job, row: number, cells: Record<string, string>) => {
    await jobs.call(`/teams/1/jobs/${job.id}/rows`, {
      method: 'PATCH',
      body: JSON.stringify({ data: [{ row, cells }] }),
      headers: { 'content-type': 'application/json' },
    });
    await jobs.work();
    return jobs.get(job);
  };

  test('name another member with the same email address or phone number', async () => {
    const job = await jobs.upload(
      [
        'member_id,email_address,phone_number',
        'N-1,ADA@example.test,',
        'N-2,new@example.test,+44 20 1234 5678',
        'M-1,ada@example.test,',
      ].join('\n'),
    );
    const other = {
      id: expect.stringMatching(/^S-[12]$/),
      member_id: expect.stringMatching(/^M-[12]$/),
    };
    expect(job.summary.warnings).toEqual([
      {
        ...{ column: 'email_address', reason: OTHER_MEMBER },
        ...{ count: 1, rows: [2], members: [{ row: 2, name: 'Ada', ...other }] },
      },
      {
        ...{ column: 'phone_number', reason: 'Another member has this phone number.' },
        ...{ count: 1, rows: [3], members: [{ row: 3, name: 'Ada', ...other }] },
      },
    ]);
  });

  test('name an earlier row with the same email address or phone number', async () => {
    const job = await jobs.upload(
      [
        'member_id,email_address,phone_number',
        'N-1,eve@example.test,+44 20 1111 2222',
        'N-2,Eve@Example.test,',
        'N-3,,+44-2011112222',
        'N-4,eve@example.tests,+44 20 1111 2223',
        'N-5,eve@example.test,',
        // Changes nothing.
        'M-1,ada@example.test,',
        // Will not be imported.
        'N-6,eve@example.test,none',
      ].join('\n'),
    );
    expect(job.summary).toMatchObject({ create: 5, same: 1, invalid: 1 });
    expect(job.summary.warnings).toEqual([
      {
        ...{ column: 'email_address', reason: EARLIER_ROW },
        ...{ count: 2, rows: [3, 6], first_rows: [2, 2] },
      },
      {
        ...{ column: 'phone_number', reason: 'An earlier row has this phone number.' },
        ...{ count: 1, rows: [4], first_rows: [2] },
      },
    ]);
  });

  test('name both if a row has the address of a member and of an earlier row', async () => {
    const job = await jobs.upload(
      'member_id,email_address\nN-1,ada@example.test\nN-2,ada@example.test\n',
    );
    expect(job.summary.warnings).toMatchObject([
      { reason: OTHER_MEMBER, count: 2, rows: [2, 3] },
      { reason: EARLIER_ROW, count: 1, rows: [3], first_rows: [2] },
    ]);
  });

  test('find the earlier row in another batch, and follow corrections', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `N-${index},n${index}@example.test`);
    rows[1_100] = 'N-1100,N0@example.test';
    const job = await jobs.upload(`member_id,email_address\n${rows.join('\n')}\n`);
    expect(job.summary.warnings).toMatchObject([{ count: 1, rows: [1_102], first_rows: [2] }]);

    const moved = await correct(job, 2, { email_address: 'other@example.test' });
    expect(moved.state).toBe('checked');
    expect(moved.summary).not.toHaveProperty('warnings');
    const again = await correct(job, 602, { email_address: 'N0@example.test' });
    expect(again.summary.warnings).toMatchObject([{ count: 1, rows: [1_102], first_rows: [602] }]);
  });

  test('keep nothing readable of a contact besides the cells of its row', async () => {
    const job = await jobs.upload('member_id,email_address\nN-1,eve@example.test\n');
    const [row] = await storage.db
      .select()
      .from(gatewayJobRows)
      .where(eq(gatewayJobRows.jobId, Number(job.id)));
    expect(row).toMatchObject({
      emailDigest: expect.stringMatching(/^[\w-]{16}$/),
      phoneDigest: null,
    });
  });
});
