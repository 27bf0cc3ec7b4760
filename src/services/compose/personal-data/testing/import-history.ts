import { eq } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { TestErasures } from './start-erasures.ts';

const HEADER = 'member_id,first_name,last_name,email_address,points_adjustment,points_reason';

interface ImportedRow {
  memberId: string;
  /** The member's first name. */
  marker: string;
  /** Whether the file adds the member. */
  isNew: boolean;
}

interface Import<Target> {
  program: Target;
  path: string;
  added: readonly ImportedRow[];
}

/** The files that teams import: checked first, then started, then undone. */
export class ImportHistory<Target extends Program> {
  readonly #checked: Import<Target>[] = [];
  readonly #done: Import<Target>[] = [];
  readonly #db: Database;
  readonly #gateway: TestErasures['gateway'];

  constructor(db: Database, { gateway }: Pick<TestErasures, 'gateway'>) {
    this.#db = db;
    this.#gateway = gateway;
  }

  async check(program: Target, teamId: number, rows: readonly ImportedRow[]): Promise<void> {
    // The check warns of a member that has the address already.
    const lines = rows.map(({ memberId, marker }) =>
      [memberId, marker, `Imported ${marker}`, 'shared@example.org', 5, 'Welcome'].join(','),
    );
    const response = await this.#post(`/teams/${teamId}/jobs/import`, {
      headers: { 'content-type': 'text/csv' },
      body: [HEADER, ...lines].join('\r\n'),
    });
    const { data } = (await response.json()) as { data: { id: string } };
    await this.#gateway.work();
    const added = rows.filter(({ isNew }) => isNew);
    this.#checked.push({ program, path: `/teams/${teamId}/jobs/${data.id}`, added });
  }

  /**
   * Starts one of the files that were checked.
   * @param index from the end if it is negative
   * @returns the members that it added
   */
  async start(index: number): Promise<{ program: Target; added: ImportedRow[] } | undefined> {
    const started = removeOne(this.#checked, index);
    if (!started) return undefined;
    await this.#post(`${started.path}/start`);
    await this.#gateway.work();
    this.#done.push(started);
    const added: ImportedRow[] = [];
    for (const row of started.added) {
      if ((await this.#db.$count(members, eq(members.firstName, row.marker))) > 0) added.push(row);
    }
    return { program: started.program, added };
  }

  /** Undoes one of the files that were imported, if it can be undone. */
  async undo(index: number): Promise<void> {
    const undone = removeOne(this.#done, index);
    if (!undone) return;
    await this.#gateway.call(`${undone.path}/undo`, { method: 'POST' });
    await this.#gateway.work();
  }

  async #post(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.#gateway.call(path, { method: 'POST', ...init });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}

function removeOne<Item>(items: Item[], index: number): Item | undefined {
  return items.splice(index < 0 ? index : index % Math.max(1, items.length), 1)[0];
}
