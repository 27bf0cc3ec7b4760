import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const ADA = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active' as const,
  email_subscription_status: 'subscribed' as const,
};

describeBothStorages('consent of imported members', (storage) => {
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

  const importFile = async (...lines: string[]) => {
    const job = await jobs.upload(lines.join('\n'));
    await jobs.move(job, 'start');
    await jobs.work();
    return job.summary;
  };
  const statusOf = (id: string) =>
    [...program.members.values()].find((member) => member.member_id === id)
      ?.email_subscription_status;

  test('a new member is subscribed only if the file says so', async () => {
    const summary = await importFile(
      'member_id,email_subscription_status',
      ...['N-1,yes', 'N-2,SUBSCRIBED', 'N-3,NEVER_SUBSCRIBED', 'N-4,No', 'N-5,', 'M-1,'],
    );
    expect(summary).toMatchObject({
      create: 5,
      same: 1,
      consent: { subscribed: 2, unsubscribed: 2, unknown: 1 },
    });
    expect(['N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'M-1'].map(statusOf)).toEqual([
      'subscribed',
      'subscribed',
      ...Array<string>(3).fill('unsubscribed'),
      'subscribed',
    ]);
  });

  test('a file without consent subscribes nobody', async () => {
    const summary = await importFile('member_id,first_name', 'N-1,Ada', 'M-1,Ada');
    expect(summary.consent).toEqual({ subscribed: 0, unsubscribed: 0, unknown: 1 });
    expect([statusOf('N-1'), statusOf('M-1')]).toEqual(['unsubscribed', 'subscribed']);
  });

  test('a column can say who does not want emails, and one no in two columns counts', async () => {
    const summary = await importFile(
      'member_id,email_opt_out,email_subscription_status',
      ...[
        'N-1,yes,',
        'N-2,FALSE,',
        'N-3,2024-05-01 12:00:00,',
        'N-4,no,no',
        'N-5,yes,yes',
        'N-6,,yes',
      ],
    );
    expect(summary.consent).toEqual({ subscribed: 2, unsubscribed: 4, unknown: 0 });
    expect(['N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6'].map(statusOf)).toEqual([
      'unsubscribed',
      'subscribed',
      ...Array<string>(3).fill('unsubscribed'),
      'subscribed',
    ]);
  });

  test('an unknown word is invalid, in the column of the file', async () => {
    const job = await jobs.upload('member_id,email_opt_out\nN-1,perhaps\n');
    expect(job.summary).toMatchObject({ create: 0, invalid: 1 });
    expect(await jobs.result(job)).toContain('email_opt_out: Use subscribed or unsubscribed');
  });
});
