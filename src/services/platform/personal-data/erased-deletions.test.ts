import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const migration = new URL('../migrations/0069_erased-deletions.sql', import.meta.url);

describeBothStorages('the migration of deletions that an erasure made before 0.3.0', (store) => {
  test('removes the names of the erased members from their audit events, and no others', async () => {
    const event = {
      ...{ actorKind: 'system' as const, actorId: 'patron', actorName: 'Patron' },
      ...{ action: 'member.delete', subjectType: 'member', subjectId: 'M-1', subjectName: 'Ada' },
      changes: [],
    };
    const others = [
      { ...event, teamId: 1 },
      { ...event, partnerId: 'acme' },
      { ...event, action: 'member.update' },
      { ...event, actorKind: 'user' as const },
      { ...event, subjectType: 'account' },
    ];
    await store.db.insert(auditEvents).values([event, ...others]);
    await store.db.execute(sql.raw(readFileSync(migration, 'utf8')));
    const rows = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(rows.map(({ subjectId, subjectName }) => `${subjectId} ${subjectName}`)).toEqual([
      'erased Erased member',
      ...others.map(() => 'M-1 Ada'),
    ]);
  });
});
