import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const ADA: Member = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: '#N/A',
  email_address: 'ada@example.test',
  phone_number: '+44-2012345678',
  birthdate: '05/06/1970',
  address: { line1: '1 Main Street', country: 'Atlantis' },
  tier_info: { loyalty_tier_id: 'T-1', loyalty_tier_name: 'Gold' },
};
const BOB: Member = { ...ADA, id: 'S-2', member_id: 'M-2', address: { country: 'Germany' } };

describeBothStorages('values of an imported file', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([ADA, BOB]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const run = async (job: Job) => {
    await jobs.move(job, 'start');
    await jobs.work();
    return jobs.get(job);
  };
  const find = (id: string) =>
    [...program.members.values()].find((member) => member.member_id === id);
  const reasonsOf = async (job: Job) => {
    const response = await jobs.call(`/teams/1/jobs/${job.id}/rows`);
    const { data } = (await response.json()) as { data: JobRow[] };
    return data.map(({ reasons }) => reasons.map(({ column, reason }) => `${column}: ${reason}`));
  };
  const patch = (job: Job, body: object) =>
    jobs.call(`/teams/1/jobs/${job.id}/rows`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  test('the order of dates is found from a column with a date that has one meaning', async () => {
    const header = 'member_id,birthdate\n';
    const dayFirst = await jobs.upload(`${header}N-1,05/06/1970\nN-2,25/12/1980\nN-3,11/2/1990\n`);
    expect(dayFirst.summary).toMatchObject({
      create: 3,
      dates: 'day_first',
      date_columns: [{ column: 'birthdate', order: 'day_first', examples: ['25/12/1980'] }],
    });
    await run(dayFirst);
    expect(['N-1', 'N-2', 'N-3'].map((id) => find(id)?.birthdate)).toEqual([
      '06/05/1970',
      '12/25/1980',
      '02/11/1990',
    ]);
    const monthFirst = await jobs.upload(`${header}N-4,05/06/1970\nN-5,12/25/1980\n`);
    expect(monthFirst.summary).toMatchObject({ create: 2, dates: 'month_first' });
    const one = await jobs.upload(`${header}N-6,05/05/1970\nN-7,1980-12-05\nN-8,5.12.1980\n`);
    expect(one.summary).toMatchObject({ create: 3 });
    expect(one.summary).not.toHaveProperty('dates');
  });

  test('an order that no date shows is asked for before the import starts', async () => {
    const file = 'member_id,birthdate,anniversary_date\nN-1,05/06/1970,12/25/2010\n';
    const job = await jobs.upload(file);
    expect(job).toMatchObject({ state: 'checked', summary: { create: 1, dates: 'unknown' } });
    expect(job.summary.date_columns).toEqual([
      { column: 'anniversary_date', order: 'month_first', examples: ['12/25/2010'] },
      { column: 'birthdate', order: 'unknown', examples: ['05/06/1970'] },
    ]);
    expect((await jobs.post(`/${job.id}/start`)).status).toBe(409);
    expect((await patch(job, {})).status).toBe(422);

    expect((await patch(job, { dates: 'day_first' })).status).toBe(200);
    await jobs.work();
    expect((await jobs.get(job)).summary).toMatchObject({ create: 1, dates: 'day_first' });
    expect(await jobs.result(job)).toContain('N-1,05.06.1970,25.12.2010');
    await run(job);
    expect(find('N-1')).toMatchObject({ birthdate: '06/05/1970', anniversary_date: '12/25/2010' });
  });

  test('a column with both orders is asked for, and one that is corrected is not', async () => {
    const both = await jobs.upload('member_id,birthdate\nN-1,25/12/1980\nN-2,12/25/1980\n');
    expect(both.summary).toMatchObject({ dates: 'unknown' });
    await patch(both, { dates: 'month_first' });
    await jobs.work();
    expect((await jobs.get(both)).summary).toMatchObject({ create: 1, invalid: 1 });

    const corrected = await jobs.upload('member_id,birthdate\nN-1,05/06/1970\n');
    await patch(corrected, { data: [{ row: 2, cells: { birthdate: '1970-05-06' } }] });
    await jobs.work();
    expect((await jobs.get(corrected)).summary).not.toHaveProperty('dates');
    expect(await run(corrected)).toMatchObject({ state: 'done', failed: 0 });
  });

  test('a birthday that the member has already needs no order', async () => {
    const job = await jobs.upload('member_id,birthdate\nM-1,05/06/1970\n');
    expect(job.summary).toMatchObject({ same: 1 });
    expect(job.summary).not.toHaveProperty('dates');
  });

  test('a country is a name or a code; what the member has is neither rejected nor rewritten', async () => {
    const rows = [
      ...['N-1,Germany', 'N-2,de', 'N-3,Deutschland', 'N-4,USA', 'N-5,Germny', 'N-6,Atlantis'],
      ...['M-1,Atlantis', 'M-2,DE'],
    ];
    const job = await jobs.upload(['member_id,address.country', ...rows].join('\n'));
    expect(job.summary).toMatchObject({ create: 4, same: 2, invalid: 2 });
    const reasons = await reasonsOf(job);
    expect(reasons[4]?.[0]).toMatch(/^address\.country: .*Did you mean Germany\?$/);
    expect(reasons[5]?.[0]).toMatch(/^address\.country: Enter the name or code of a country/);
    await run(job);
    expect(['N-1', 'N-2', 'N-3', 'N-4', 'M-2'].map((id) => find(id)?.address?.country)).toEqual([
      ...['DE', 'DE', 'DE', 'US', 'Germany'],
    ]);
  });

  test("another vendor's tier has its name or ID; an unknown one is a warning", async () => {
    const job = await jobs.upload('member_id,current_tier_id\nN-1,gold\nN-2,T-1\nN-3,Diamond\n');
    expect(job.summary).toMatchObject({
      create: 3,
      warnings: [{ column: 'current_tier_id', count: 1, rows: [4] }],
    });
    await run(job);
    expect(['N-1', 'N-2', 'N-3'].map((id) => find(id)?.current_tier_id)).toEqual([
      ...['T-1', 'T-1', 'Diamond'],
    ]);
  });

  test('what a spreadsheet has rounded or replaced is invalid, unless the member has it', async () => {
    const card = 'custom_attributes.card';
    const job = await jobs.upload(
      [
        `member_id,first_name,phone_number,${card}`,
        ...['4.91512E+12,Exa,,', '#N/A,Na,,', 'NULL,Null,,', 'N-1,#NAME?,4.91512E+12,6.0365E+15'],
        ...['N-2,Null,,null', 'M-1,#N/A,,', "'7012345678902,Bo,'+4722334455,'0036", '12E45,,,'],
      ].join('\n'),
    );
    expect(job.summary).toMatchObject({ create: 2, same: 1, invalid: 5 });
    const reasons = await reasonsOf(job);
    expect(reasons[0]?.[0]).toMatch(/^member_id: A spreadsheet has rounded this number/);
    expect(reasons[1]?.[0]).toMatch(/^member_id: A spreadsheet has replaced this value/);
    expect(reasons[3]?.map((reason) => reason.split(':')[0])).toEqual([
      ...['first_name', 'phone_number', card],
    ]);
    await run(job);
    expect(find('7012345678902')).toMatchObject({
      phone_number: '+47-22334455',
      custom_attributes: { card: '0036' },
    });
  });

  test('tags are separated by commas if it is said, and one with a comma is a warning if not', async () => {
    const file = 'member_id,member_tags\nN-1,"vip, newsletter"\nN-2,"""VIP"",""Spring, Sale"""\n';
    const asked = await jobs.upload(file);
    expect(asked.summary.warnings).toMatchObject([{ column: 'member_tags', count: 2 }]);
    const job = await jobs.upload(file, '?tags=comma');
    expect(job.summary).not.toHaveProperty('warnings');
    expect(await jobs.result(job)).toContain('N-1,vip|newsletter');
    await run(job);
    expect([find('N-1')?.member_tags, find('N-2')?.member_tags]).toEqual([
      ['vip', 'newsletter'],
      ['VIP', 'Spring, Sale'],
    ]);
  });

  test('an address in one cell is split, and nothing of it is lost', async () => {
    const job = await jobs.upload(
      [
        'member_id,address',
        'N-1,1 Main St  Apt 4  Springfield  IL  62701  US',
        'N-2,"Hauptstr. 5, 10115 Berlin, Germany"',
        'N-3,Somewhere nice',
      ].join('\n'),
    );
    await run(job);
    expect(['N-1', 'N-2', 'N-3'].map((id) => find(id)?.address)).toEqual([
      {
        ...{ line1: '1 Main St', line2: 'Apt 4', city: 'Springfield', state: 'IL' },
        ...{ postal_code: '62701', country: 'US' },
      },
      { line1: 'Hauptstr. 5', city: 'Berlin', postal_code: '10115', country: 'DE' },
      { line1: 'Somewhere nice' },
    ]);
  });
});
