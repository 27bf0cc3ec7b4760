import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const ADA = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active' as const,
  custom_attributes: { shoe_size: 42, color: 'red', likes: ['tea'] },
};

describeStorages('warnings about imported attributes', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([ADA]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const attribute = (name: string) => `custom_attributes.${name}`;

  test('name values of another kind than most members have, in rows that are imported', async () => {
    const header = ['member_id', 'email_address', attribute('shoe_size'), attribute('color')];
    const job = await jobs.upload(
      [
        header.join(','),
        'M-1,,abc,blue',
        'M-2,,43,7',
        'M-3,nowhere,abc,red',
        ...Array.from({ length: 6 }, (_, index) => `N-${index},,large,`),
      ].join('\n'),
    );
    expect(job.summary).toMatchObject({ create: 7, update: 1, invalid: 1 });
    expect(job.summary.warnings).toEqual([
      {
        column: attribute('shoe_size'),
        reason: 'Most members have a number here.',
        count: 7,
        rows: [2, 5, 6, 7, 8],
      },
      { column: attribute('color'), reason: 'Most members have text here.', count: 1, rows: [3] },
    ]);
  });

  test('name a new attribute that is called almost like one in use', async () => {
    const header = ['member_id', attribute('Shoe Size'), attribute('hat')];
    const { summary } = await jobs.upload(`${header.join(',')}\nM-1,42,7\n`);
    expect(summary.warnings).toEqual([
      {
        column: attribute('Shoe Size'),
        reason: 'No member has this attribute yet. Did you mean shoe_size?',
        count: 1,
        rows: [2],
      },
    ]);
    const usual = await jobs.upload(`member_id,${attribute('likes')}\nM-1,"[""milk""]"\n`);
    expect(usual.summary).toMatchObject({ update: 1 });
    expect(usual.summary).not.toHaveProperty('warnings');
  });
});
