import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { dumpDatabase, findTexts } from '#services/testing/database/dump.ts';
import { eraseDueMembers } from './erase-members.ts';
import { createPersonalDataService } from './personal-data-service.ts';

const CSV = `member_id,first_name\r\n${['OTHER,Olga', 'GONE,Zuzanna', 'GONE-2,Zuzana'].join('\r\n')}\r\n`;

describeBothStorages('an erasure while a file is imported', (store) => {
  const directory = mkdtempSync(join(tmpdir(), 'patron-erasures-'));
  let program: TestProgram;
  let gateway: TestJobs;
  let service: ReturnType<typeof createPersonalDataService>;

  beforeAll(async () => {
    program = await startProgram([]);
    gateway = await startJobs(store.storage);
    service = createPersonalDataService(gateway.dependencies);
    gateway.dependencies.personalData = service;
    await gateway.connect(1, program.url);
    await gateway.update();
  });
  afterAll(async () => {
    await gateway?.close();
    await program?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('erases a member that is being added too, and no other', async () => {
    const work = async () => {
      const erasing = {
        ...{ ...gateway.dependencies, dataDirectory: directory, deletedMemberDays: 30 },
        deleteElsewhere: service.deleteElsewhere,
      };
      while (await eraseDueMembers(erasing));
    };
    const job = await gateway.upload(CSV);
    let receipt: string | undefined;
    // The last of the members is requested when all rows were read.
    let waiting = 3;
    let erase: (() => void) | undefined;
    const erased = new Promise<void>((resolve) => {
      erase = resolve;
    });
    program.intercept = async (request) => {
      if (request !== 'POST /loyalty/members') return undefined;
      waiting -= 1;
      if (waiting === 0) {
        program.intercept = () => undefined;
        receipt = (await service.erase(1, 'GONE'))?.receipt;
        await work();
        erase?.();
      }
      await erased;
      return undefined;
    };
    await gateway.move(job, 'start');
    await gateway.work();
    expect(await service.findErasure(1, receipt ?? '')).toMatchObject({ state: 'done' });
    await work();

    expect([...program.members.values()].map((member) => member.member_id).sort()).toEqual([
      'GONE-2',
      'OTHER',
    ]);
    const rows = await store.db.select().from(directoryMembers);
    expect(rows.map(({ memberId }) => memberId).sort()).toEqual(['GONE-2', 'OTHER']);
    expect(findTexts(await dumpDatabase(store.db), ['Zuzanna'])).toEqual({});
    expect(await service.read(1, 'GONE')).toBeUndefined();
    expect(await gateway.get(job)).toMatchObject({ state: 'done', total: 3, done: 3 });
  }, 60_000);
});
