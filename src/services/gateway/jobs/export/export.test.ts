import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EXPORT_COLUMNS, EXPORTED_ATTRIBUTES_MAX } from '#contract/gateway/member-csv.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { workOnJobs } from '#services/gateway/jobs/jobs-worker.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PARTS_MIGRATION = join(
  import.meta.dirname,
  '../../../platform/migrations/0029_export-parts.sql',
);

const ADA: Member = {
  id: 'S-1',
  member_id: 'M-1',
  member_status: 'active',
  last_name: 'Lovelace, Countess',
  phone_number: '+44-2012345678',
  member_tags: ['vip', 'a|b'],
  custom_attributes: { size: 38, code: '38', tea: ['green', 2], '=odd': "'=1+1" },
};

/** More members than a part has, the last ones with another custom attribute. */
const MANY: Member[] = Array.from({ length: 4_100 }, (_, index) => ({
  id: `S-${index}`,
  member_id: `M-${String(index).padStart(4, '0')}`,
  member_status: 'active',
  twitter_handle: index % 1_000 === 0 ? 'Two\r\n"lines", =1+1' : '=1+1',
  custom_attributes: index < 2_050 ? { size: index } : { color: index },
}));

describeBothStorages('exports', (storage) => {
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  afterAll(() => jobs?.close());

  async function connectProgram(members: Member[]) {
    const program = await startProgram(members);
    onTestFinished(() => program.close());
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
  }
  const exportAll = async (more: object = {}) => {
    const job = await jobs.create({ kind: 'export', ...more });
    await jobs.work();
    return jobs.result(job);
  };
  test('have the first 300 custom attributes, or those that are named', async () => {
    const keys = Array.from({ length: 320 }, (_, index) => `key_${String(index).padStart(3, '0')}`);
    await connectProgram([
      { ...ADA, custom_attributes: Object.fromEntries(keys.map((key) => [key, 'x'])) },
    ]);
    const headings = async (more: object = {}) =>
      ((await exportAll(more)).split('\r\n')[0] ?? '').split(',');
    const all = await headings();
    expect(all.slice(-EXPORTED_ATTRIBUTES_MAX)).toEqual(
      keys.slice(0, EXPORTED_ATTRIBUTES_MAX).map((key) => `custom_attributes.${key}`),
    );
    expect(all).toHaveLength(EXPORT_COLUMNS.length + EXPORTED_ATTRIBUTES_MAX);
    const columns = ['member_id', 'custom_attributes.key_319'];
    expect((await headings({ columns })).slice(-1)).toEqual(['custom_attributes.key_319']);
  });

  test('read large members in smaller parts, and keep their order', async () => {
    const large: Member[] = Array.from({ length: 100 }, (_, index) => ({
      id: `S-${index}`,
      member_id: `M-${String(index).padStart(3, '0')}`,
      member_status: 'active',
      custom_attributes: { text: 'x'.repeat(60_000) },
    }));
    await connectProgram(large);
    const job = await jobs.create({ kind: 'export', columns: ['member_id'] });
    await jobs.work();
    const { rows } = await storage.db.execute(
      sql`select position from gateway_job_chunks where job_id = ${job.id} order by position`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.at(-1)).toEqual({ position: large.length });
    const [, ...lines] = (await jobs.result(job)).trim().split('\r\n');
    expect(lines).toEqual(large.map(({ member_id }) => member_id));
  });

  const expectMany = (file: string) => {
    const [header, ...lines] = file.trim().split(/\r\n(?=M-)/);
    expect(header?.endsWith('custom_attributes.size,custom_attributes.color')).toBe(true);
    expect(lines.map((line) => line.replace(/^(M-\d+),[\s\S]*?,(\d*,\d*)$/, '$1 $2'))).toEqual(
      MANY.map(
        ({ member_id }, index) => `${member_id} ${index < 2_050 ? `${index},` : `,${index}`}`,
      ),
    );
    expect(lines[0]).toContain(',"Two\r\n""lines"", =1+1",');
    expect(lines[1]).toContain(",'=1+1,");
  };

  test('an export has a byte order mark, a header and the chosen columns', async () => {
    await connectProgram([ADA]);
    const columns = [
      'member_id',
      'last_name',
      'phone_number',
      'member_tags',
      'custom_attributes.tea',
    ];
    expect(await exportAll({ columns })).toBe(
      '\ufeffmember_id,last_name,phone_number,member_tags,custom_attributes.tea\r\n' +
        'M-1,"Lovelace, Countess",\'+44-2012345678,vip|a\\|b,"[""green"",2]"\r\n',
    );
    const [header = ''] = (await exportAll()).split('\r\n');
    const fields = header.slice(1).split(',').slice(0, EXPORT_COLUMNS.length);
    expect(fields.toSorted()).toEqual(EXPORT_COLUMNS.toSorted());
    expect(header).toContain('available_points');
    expect(
      header.endsWith(
        'custom_attributes.=odd,custom_attributes.code,custom_attributes.size,custom_attributes.tea',
      ),
    ).toBe(true);
  });

  test('an export for other tools has E.164 phones, ISO dates and unchanged text', async () => {
    const dates = {
      birthdate: '12/10/1990',
      anniversary_date: '06/30',
      enrollment_date: '10/12/2026 04:48:17',
      last_purchase_date: '2026-05-18T22:02:49.997Z',
      first_purchase_date: 'soon',
    };
    const points_expiration_schedule = [
      { points: 20, expiration_date: '02/01/2099' },
      { points: 10, expiration_date: '01/31/2099' },
    ];
    await connectProgram([
      { ...ADA, ...dates, twitter_handle: '@ada', points_expiration_schedule },
    ]);
    const columns = [
      ...['phone_number', 'twitter_handle', 'member_tags', ...Object.keys(dates)],
      ...['next_expiration.points', 'next_expiration.expiration_date'],
      ...['size', 'code', 'tea', '=odd', 'none'].map((key) => `custom_attributes.${key}`),
    ];
    const job = await jobs.create({ kind: 'export', format: 'csv_plain', columns });
    expect(job.summary).toEqual({ format: 'csv_plain' });
    await jobs.work();
    const [header, line] = (await jobs.result(job)).split('\r\n');
    expect(header).toBe(`\ufeff${columns.join()}`);
    expect(line).toBe(
      '+442012345678,@ada,vip|a|b,1990-12-10,1904-06-30,2026-10-12T04:48:17.000Z,' +
        "2026-05-18T22:02:49.997Z,soon,10,2099-01-31,38,38,green|2,'=1+1,",
    );
    const [, again] = (await exportAll({ columns })).split('\r\n');
    expect(again).toContain("'+44-2012345678,'@ada,vip|a\\|b,12/10/1990,06/30,10/12/2026 04:48:17");
  });

  test('the file of an export is called after its filter and its day', async () => {
    await connectProgram([ADA]);
    const selection = { filter: { status: 'active', tag: 'vip' } };
    const job = await jobs.create({ kind: 'export', selection });
    await jobs.work();
    expect(job.file_name).toMatch(/^members-active-vip-\d{4}-\d\d-\d\d\.csv$/);
    const response = await jobs.call(`/teams/1/jobs/${job.id}/result.csv`);
    const disposition = response.headers.get('content-disposition');
    expect(disposition).toBe(`attachment; filename="${job.file_name}"`);
  });

  test('an export has the custom attributes of members after the first part too', async () => {
    await connectProgram(MANY);
    expectMany(await exportAll());
  });

  test('a canceled export continues where it stopped', async () => {
    await connectProgram(MANY);
    const job = await jobs.create({
      kind: 'export',
      selection: { filter: { status: 'active' } },
    });
    await workOnJobs(jobs.dependencies);
    expect(await jobs.move(job, 'cancel')).toMatchObject({ state: 'cancelled', done: 2_000 });
    expect((await jobs.call(`/teams/1/jobs/${job.id}/result.csv`)).status).toBe(409);
    await jobs.move(job, 'retry');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({
      ...{ state: 'done', total: 4_100, done: 4_100 },
      summary: { filter: { status: ['active'] } },
    });
    expectMany(await jobs.result(job));
  });

  test('many members are selected in batches, each once', async () => {
    const count = 10_001;
    await connectProgram(
      Array.from({ length: count }, (_, index) => ({
        id: `S-${index}`,
        member_id: `M-${index}`,
        member_status: 'active',
        first_name: `${index % 3}`,
      })),
    );
    const file = await exportAll({
      columns: ['member_id'],
      selection: { filter: {}, expected: count },
    });
    const ids = file.trim().split('\r\n').slice(1);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    const change = { kind: 'change', change: { add_tags: ['x'] } };
    const job = await jobs.create({ ...change, selection: { filter: { status: ['active'] } } });
    expect(job.total).toBe(count);
    const { rows } = await storage.db.execute(sql`
      select count(distinct service_id)::int as members, max(position) as last from gateway_job_rows
      where job_id = ${job.id}`);
    expect(rows).toEqual([{ members: count, last: count }]);
  });

  test('an export of no members has a header', async () => {
    await connectProgram([]);
    const file = await exportAll({ columns: ['member_id', 'last_name'] });
    expect(file).toBe('\ufeffmember_id,last_name\r\n');
  });

  test('characters that a database cannot store are left out', async () => {
    await connectProgram([{ ...ADA, last_name: 'Love\0lace\ud800' }]);
    expect(await exportAll({ columns: ['last_name'] })).toBe(
      '\ufefflast_name\r\nLovelace\ufffd\r\n',
    );
  });

  test('an export from before parts had members starts again', async () => {
    await connectProgram(MANY);
    const job = await jobs.create({ kind: 'export' });
    // As it was stored: a row for each member, and parts only for what was written.
    await storage.db.execute(sql`
      insert into gateway_job_rows (job_id, position, service_id, member_id, state)
      select job_id, number, service_id, service_id, 'pending' from (
        select job_id, service_id, row_number() over (order by position, number) as number
        from gateway_job_chunks, unnest(service_ids) with ordinality as member(service_id, number)
      ) members`);
    await storage.db.execute(sql`
      update gateway_job_chunks set service_ids = '{}', text = 'M-0000' where position = 2000`);
    await storage.db.execute('delete from gateway_job_chunks where text is null');
    await storage.db.execute(sql`
      update gateway_jobs set state = 'running', position = 2000, done = 2000,
        columns = '{member_id}', summary = '{"attributes":[]}', next_attempt_at = to_timestamp(0)`);
    const migration = readFileSync(PARTS_MIGRATION, 'utf8').split('--> statement-breakpoint');
    for (const statement of migration.slice(-3)) await storage.db.execute(sql.raw(statement));
    await jobs.work();
    expectMany(await jobs.result(job));
  });

  test('an unfinished export has no file yet', async () => {
    await connectProgram([ADA]);
    const job = await jobs.create({ kind: 'export' });
    expect((await jobs.call(`/teams/1/jobs/${job.id}/result.csv`)).status).toBe(409);
  });
});
