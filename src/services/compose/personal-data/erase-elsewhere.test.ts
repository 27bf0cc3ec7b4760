import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { dumpDatabase, findTexts } from '#services/testing/database/dump.ts';
import { eraseDueMembers } from './erase-members.ts';
import { createPersonalDataService } from './personal-data-service.ts';

/** More than a batch, so that the last one isn't read yet. */
const LATER = Array.from({ length: 250 }, (_, index) => `M-${index},Member`);
const CSV = `member_id,first_name\r\n${['OTHER,Olga', 'GONE,Zuzanna', 'GONE-2,Zuzana', ...LATER, 'LAST,Quillfeather'].join('\r\n')}\r\n`;
const TOTAL = LATER.length + 4;

describeBothStorages("an erasure at another vendor's service", (store) => {
  const directory = mkdtempSync(join(tmpdir(), 'patron-erasures-'));
  let program: TestProgram;
  let gateway: TestJobs;
  let service: ReturnType<typeof createPersonalDataService>;

  beforeAll(async () => {
    gateway = await startJobs(store.storage);
    service = createPersonalDataService(gateway.dependencies);
  });
  beforeEach(async () => {
    program = await startProgram([]);
    await gateway.connect(1, program.url);
    await gateway.update();
  });
  afterEach(async () => {
    await store.db.execute(sql`delete from loyalty_connections`);
    await program.close();
  });
  afterAll(async () => {
    await gateway?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const eraseDue = () =>
    eraseDueMembers({
      ...{ ...gateway.dependencies, dataDirectory: directory, deletedMemberDays: 30 },
      deleteElsewhere: service.deleteElsewhere,
    });
  async function work(): Promise<void> {
    gateway.clock.advance(10);
    while (await eraseDue());
  }

  const erase = async (memberId: string) => {
    const erasure = await service.erase(1, memberId);
    await work();
    return erasure?.receipt ?? '';
  };

  /** Does something once, when the third member is being added. */
  const whileAdding = (act: () => Promise<void>) => {
    let waiting = 3;
    let end: (() => void) | undefined;
    const hasActed = new Promise<void>((resolve) => {
      end = resolve;
    });
    program.intercept = async (request) => {
      if (request !== 'POST /loyalty/members') return undefined;
      waiting -= 1;
      if (waiting === 0) await act().finally(() => end?.());
      await hasActed;
      return undefined;
    };
  };

  const stateOf = async (receipt: string) => (await service.findErasure(1, receipt))?.state;
  const listIds = () => [...program.members.values()].map((member) => member.member_id);

  /** Nobody finds the member, and the others were added. */
  async function expectGone(memberId: string, texts: string[]): Promise<void> {
    const others = ['OTHER', 'GONE', 'GONE-2', ...LATER.map((line) => line.split(',')[0]), 'LAST'];
    const left = others.filter((each) => each !== memberId).sort();
    expect(listIds().sort()).toEqual(left);
    const rows = await store.db.select().from(directoryMembers);
    expect(rows.map((row) => row.memberId).sort()).toEqual(left);
    expect(findTexts(await dumpDatabase(store.db), texts)).toEqual({});
    expect(await service.read(1, memberId)).toBeUndefined();
  }

  test('has the response of that service in its receipt, also if it fails afterwards', async () => {
    const job = await gateway.upload('member_id,first_name\r\nGONE,Zuzanna\r\n');
    await gateway.move(job, 'start');
    await gateway.work();
    const restore = await rejectRows(store.db, {
      before: 'delete',
      table: 'directory_members',
      when: sql.raw(`old.member_id = 'GONE'`),
    });
    const erasure = await service.erase(1, 'GONE');
    await expect(eraseDue()).rejects.toThrow('could not be erased');
    expect(listIds()).toEqual([]);
    await restore();
    await work();
    expect(await service.findErasure(1, erasure?.receipt ?? '')).toMatchObject({
      state: 'done',
      remaining: [expect.stringContaining('The member was deleted at the loyalty service')],
    });
  });

  test('waits for a member that an import is adding, and erases it', async () => {
    const job = await gateway.upload(CSV);
    let receipt = '';
    whileAdding(async () => {
      receipt = await erase('GONE');
      expect(await stateOf(receipt)).toBe('running');
    });
    await gateway.move(job, 'start');
    await gateway.work();
    await work();
    expect(await stateOf(receipt)).toBe('done');
    await expectGone('GONE', ['Zuzanna']);
    expect(await gateway.get(job)).toMatchObject({ state: 'done', total: TOTAL, done: TOTAL });
  }, 60_000);

  test('does not wait for a row that comes later, and the member is not added', async () => {
    const job = await gateway.upload(CSV);
    whileAdding(async () => {
      const receipt = await erase('LAST');
      expect(await stateOf(receipt)).toBe('done');
    });
    await gateway.move(job, 'start');
    await gateway.work();
    await expectGone('LAST', ['Quillfeather']);
    expect(await gateway.get(job)).toMatchObject({ state: 'done', total: TOTAL, done: TOTAL });
  }, 60_000);

  test('waits for a member whose row was not saved after it was added', async () => {
    const job = await gateway.upload(CSV);
    const restore = await rejectRows(store.db, {
      before: 'update',
      table: 'gateway_job_rows',
      when: sql.raw(`old.member_id = 'GONE' and new.state = 'done'`),
    });
    await gateway.move(job, 'start');
    await gateway.work();
    expect(listIds()).toContain('GONE');
    const erasure = await service.erase(1, 'GONE');
    await eraseDue();
    expect(await stateOf(erasure?.receipt ?? '')).toBe('running');
    await restore();
    gateway.clock.advance(10);
    await gateway.work();
    await work();
    expect(await stateOf(erasure?.receipt ?? '')).toBe('done');
    await expectGone('GONE', ['Zuzanna']);
    expect(await gateway.get(job)).toMatchObject({ state: 'done', total: TOTAL, done: TOTAL });
  }, 60_000);
});
