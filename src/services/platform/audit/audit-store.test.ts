import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AUDIT_TOTAL_MAX } from '#contract/audit/audit-events.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { listAuditEvents } from './audit-store.ts';
import { recordAudit } from './record-audit.ts';

describeBothStorages('a list of audit events', (storage) => {
  test('counts no more than it has to, and has more pages', async () => {
    await recordAudit(storage.db, { action: 'team.update', subject: { type: 'team', id: 1 } });
    const list = () => listAuditEvents(storage.db, undefined, { count: 1 });
    expect(await list()).toMatchObject({ total: 1, more: false });
    await storage.db.execute(sql`
      insert into audit_events (at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name, changes)
      select at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name, changes
      from audit_events, generate_series(1, ${AUDIT_TOTAL_MAX + 5})`);
    expect(await list()).toMatchObject({ total: AUDIT_TOTAL_MAX, more: true });
  });
});
