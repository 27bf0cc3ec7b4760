import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addMembers } from '#services/loyalty/testing/program.ts';
import type { Database } from '#services/platform/database/database.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import {
  type Dump,
  dumpDatabase,
  hasText,
  restoreDatabase,
} from '#services/testing/database/dump.ts';
import { leaveEntries } from './leave-entries.ts';
import { startErasures, type TestErasures } from './start-erasures.ts';

export type MemberRow = typeof members.$inferSelect;

/** The member that is erased. */
export const SUBJECT = {
  memberId: 'abc1',
  firstName: 'An',
  lastName: 'Li',
  emailAddress: 'an@example.org',
  phoneNumber: '+15005550177',
};

/** Members of the same program that resemble it, each in another way. */
export const NEIGHBORS = [
  { memberId: 'ABC1' },
  { memberId: 'abc' },
  { memberId: 'abc12' },
  { memberId: 'xabc1' },
  { memberId: 'same-name', firstName: 'An', lastName: 'Li' },
  { memberId: 'longer-name', firstName: 'Susan', lastName: 'Lindqvist' },
  { memberId: 'same-email', emailAddress: 'an@example.org' },
  { memberId: 'longer-email', emailAddress: 'susan@example.org' },
  { memberId: 'id-email', emailAddress: 'abc1@example.org' },
  { memberId: 'phone', phoneNumber: '+4915005550177' },
  { memberId: 'tag', tags: ['abc1', 'an@example.org'] },
  { memberId: 'attribute', customAttributes: { abc1: 'x', friend: 'abc1' } },
];

interface Neighbors {
  erasures: TestErasures;
  /** Of team 1. */
  program: Program;
  subject: MemberRow;
  /** The database before each test. */
  backup: Dump;
}

/**
 * Describes tests that each begin with two teams with a program each, which have the member, its neighbors and
 * entries about all of them in every table.
 */
export function describeAmongNeighbors(
  name: string,
  suite: (store: Readonly<{ db: Database }>, neighbors: Readonly<Neighbors>) => void,
): void {
  describeBothStorages(name, (store) => {
    const neighbors = {} as Neighbors;

    beforeAll(async () => {
      const erasures = await startErasures(store.storage);
      neighbors.erasures = erasures;
      for (const teamId of [1, 2]) {
        const program = await erasures.connect(teamId);
        const rows = await addMembers(store.db, program.id, [SUBJECT, ...NEIGHBORS]);
        await erasures.gateway.update();
        const { id: programId, partnerId } = program;
        await leaveEntries(store.db, { teamId, programId, partnerId }, rows);
        if (teamId === 1) Object.assign(neighbors, { program, subject: rows[0] });
      }
      neighbors.backup = await dumpDatabase(store.db);
    }, 120_000);
    beforeEach(() => restoreDatabase(store.db, neighbors.backup), 60_000);
    afterAll(() => neighbors.erasures?.close());

    suite(store, neighbors);
  });
}

/** Whether a row of a dump is about the member. */
export function createIsOfSubject(dump: Dump, { id, serviceId }: MemberRow) {
  // Of the events that are in a request with another one.
  const sent = (dump.loyalty_outbound_events ?? [])
    .filter((event) => hasText(event, [serviceId]))
    .flatMap((event) => [`[${event.id},`, `,${event.id}]`]);
  const keys = [serviceId, '"abc1"', `"member_id":${id},`, 'abc1-', ...sent];
  const jobs = new Set(
    (dump.gateway_job_rows ?? []).filter((row) => hasText(row, keys)).map((row) => row.job_id),
  );
  return (table: string, row: Record<string, unknown>) =>
    hasText(row, keys) || (table === 'gateway_jobs' && jobs.has(row.id));
}
