import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { anyMember } from '#services/gateway/testing/any-member.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const ADA: Member = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: 'Ada',
  last_name: 'Lovelace, Countess',
  email_address: 'ada@example.test',
  phone_number: '+44-2012345678',
  birthdate: '12/10/1815',
  member_tags: ['vip', 'a|b'],
  address: { line1: '1 St James’s Square', city: 'London' },
  custom_attributes: { size: 38, code: '38', tea: ['green', 2], '=odd': "'=1+1" },
  available_points: 120,
};

describeStorages('members as CSV', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    await connectProgram([ADA]);
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  async function connectProgram(members: Member[]) {
    program = await startProgram(members);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
  }
  const exportAll = async () => {
    const job = await jobs.create({ kind: 'export' });
    await jobs.work();
    return jobs.result(job);
  };
  const rowsOf = async (id: string, query = '') => {
    const response = await jobs.call(`/teams/1/jobs/${id}/rows${query}`);
    return ((await response.json()) as { data: JobRow[] }).data;
  };

  test('a file is checked first: new, changed, unchanged and invalid rows', async () => {
    const job = await jobs.upload(
      [
        'member_id,first_name,phone_number,email_address,shoe,available_points',
        'M-1,Ada,020 1234,,x,999',
        'M-1,Ada,,,,',
        'M-2,"Grace ""Amazing""",,grace@example.test,,',
        'M-3,,123456,not an address,,',
        ',Nobody,,,,',
        'M-4,Long,,,,,more',
      ].join('\n'),
    );
    expect(job).toMatchObject({
      kind: 'import',
      state: 'checked',
      total: 6,
      summary: {
        create: 1,
        update: 1,
        same: 0,
        invalid: 4,
        ignored_columns: ['shoe', 'available_points'],
      },
    });
    expect(await rowsOf(job.id, '?outcome=update')).toMatchObject([
      {
        cells: { first_name: 'Ada', phone_number: '020 1234' },
        before: { phone_number: '+44-2012345678' },
      },
    ]);
    expect(await rowsOf(job.id, '?outcome=invalid')).toMatchObject([
      { row: 3, reasons: [{ column: 'member_id', reason: 'Same member ID as row 2' }] },
      { row: 5, reasons: [{ column: 'email_address' }] },
      { row: 6, reasons: [{ column: 'member_id', reason: 'Enter a member ID' }] },
      { row: 7, reasons: [{ column: null, reason: '7 cells, but only 6 columns' }] },
    ]);
    expect(program.members.get('S-1')).toEqual(ADA);

    expect(await jobs.move(job, 'start')).toMatchObject({ state: 'queued', total: 2 });
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 });
    expect(program.members.get('S-M-2')).toMatchObject({
      first_name: 'Grace "Amazing"',
      email_address: 'grace@example.test',
    });
    expect(program.members.get('S-1')).toEqual({ ...ADA, phone_number: '+1-0201234' });
    const result = await jobs.result(job);
    expect(result).toContain('M-2,"Grace ""Amazing""",,grace@example.test,,,created,\r\n');
    expect(result).toContain('M-1,Ada,020 1234,,x,999,updated,\r\n');
    expect(result).toContain('invalid,member_id: Same member ID as row 2\r\n');
    expect((await jobs.post(`/${job.id}/start`)).status).toBe(409);
  });

  test('the tier is imported by its ID, which has another name than in an export', async () => {
    const file = 'member_id,current_tier_id,tier_info.loyalty_tier_id\nM-1,T-2,T-1\n';
    const job = await jobs.upload(file);
    expect(job.summary).toMatchObject({
      update: 1,
      ignored_reasons: {
        'tier_info.loyalty_tier_id': 'Tiers are imported as current_tier_id.',
      },
    });
    await jobs.move(job, 'start');
    await jobs.work();
    expect(program.members.get('S-1')).toMatchObject({ current_tier_id: 'T-2' });
    await program.close();
    await connectProgram([{ ...ADA, tier_info: { loyalty_tier_id: 'T-2' } }]);
    expect((await jobs.upload(file)).summary).toMatchObject({ same: 1, update: 0 });
  });

  test('blank rows are skipped, and counted in the numbers of the others', async () => {
    const job = await jobs.upload(
      '\n,,\nmember_id,first_name,\n\n,,,\nM-1,Ann,\n,Bob,\n,Eve,\n,,\n',
    );
    expect(job).toMatchObject({ total: 3, summary: { update: 1, invalid: 2 } });
    const reasons = [{ column: 'member_id', reason: 'Enter a member ID' }];
    expect(await rowsOf(job.id)).toMatchObject([
      { row: 6, member_id: 'M-1', reasons: [] },
      { row: 7, reasons },
      { row: 8, reasons },
    ]);
    await jobs.move(job, 'start');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: 1, failed: 0 });
  });

  test('a value that is only written differently is no change', async () => {
    const job = await jobs.upload(
      'member_id,phone_number,birthdate\nM-1,+44 20 1234 5678,12/10/1815\n',
    );
    expect(job.summary).toMatchObject({ same: 1, update: 0 });
    for (const day of ['1815-12-10', '10.12.1815', ' 12/10/1815']) {
      const { summary } = await jobs.upload(`member_id,birthdate\nM-1,${day}\n`);
      expect(summary, day).toMatchObject({ same: 1, invalid: 0 });
    }
  });

  test.each([
    ['first_name\nAda\n', 'The file has no column member_id.'],
    ['', 'The file is empty.'],
    ['member_id,a,a\n', 'The column a appears twice.'],
    ['member_id\n\nM-1,"a', /^The file is not valid CSV: row 3 has no closing quotation mark\.$/],
    [`member_id\n"${'M-1\n'.repeat(70_000)}`, /row 2 is too long\. It may have no closing/],
    ['member_id\nM-"1"', /row 2 has a quotation mark inside a cell/],
    ['member_id\n"M-"1""', /row 2 has a quotation mark inside a cell/],
    [Buffer.from('member_id,first_name\nM-1,Ren\xe9\n', 'latin1'), /^The file is not UTF-8/],
  ])('the file %j is rejected', async (body, detail) => {
    const response = await jobs.call('/teams/1/jobs/import', {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/csv' },
    });
    expect(response.status).toBe(422);
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    expect(errors[0]?.detail).toMatch(detail);
    expect((await (await jobs.call('/teams/1/jobs')).json()) as object).toMatchObject({ total: 0 });
  });

  test('only text/csv is accepted', async () => {
    expect((await jobs.post('/import', { a: 1 })).status).toBe(415);
  });

  test('an export imported again changes nothing, and exported again is the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyMember, { selector: (m) => m.member_id, maxLength: 6 }),
        async (members) => {
          await program.close();
          await connectProgram(members);
          const first = await exportAll();
          const same = await jobs.upload(first);
          expect(same.summary).toMatchObject({
            create: 0,
            update: 0,
            same: members.length,
            invalid: 0,
          });

          // Into an empty program, where cells are trimmed.
          await program.close();
          await connectProgram(
            members.map((member) => ({
              email_subscription_status: 'unsubscribed' as const,
              ...member,
              first_name: trimText(member.first_name ?? ''),
              last_name: trimText(member.last_name ?? ''),
            })),
          );
          const trimmed = await exportAll();
          await program.close();
          await connectProgram([]);
          const created = await jobs.upload(first);
          expect(created.summary).toMatchObject({ create: members.length, invalid: 0 });
          await jobs.move(created, 'start');
          await jobs.work();
          await jobs.update();
          expect(await jobs.get(created)).toMatchObject({ state: 'done', failed: 0 });
          expect(await exportAll()).toBe(trimmed);
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  }, 60_000);
});
