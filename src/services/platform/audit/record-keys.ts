import { and, eq } from 'drizzle-orm';
import { type Actor, runInContext } from '#services/platform/context.ts';
import type { KeyRecorder } from '#services/platform/secrets/database-keys.ts';
import { auditEvents } from './audit-events-table.ts';
import { recordAudit } from './record-audit.ts';

const ROTATION = 'key.rotate';

/** The event of a rotation; its subject is the new encryption key. */
export function rotationEvent(keyId: string) {
  return { action: ROTATION, subject: { type: 'key', id: keyId } } as const;
}

/** Records what happens to the keys of a database. */
export const keyRecorder: KeyRecorder = {
  async isRotationRecorded(tx, keyId) {
    const isRotation = and(eq(auditEvents.action, ROTATION), eq(auditEvents.subjectId, keyId));
    const [event] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(isRotation)
      .limit(1);
    return event !== undefined;
  },
  async recordRotation(tx, { keyId, rotatedBy }) {
    const actor: Actor = { kind: 'command', id: 'keys rotate', name: rotatedBy };
    await recordApart(() => recordAudit(tx, { ...rotationEvent(keyId), actor }));
  },
  async recordActivation(tx, keyId) {
    await recordApart(() =>
      recordAudit(tx, { action: 'key.activate', subject: { type: 'key', id: keyId } }),
    );
  },
};

/** Not as a change of the command that happens to open the database. */
function recordApart(record: () => Promise<void>): Promise<void> {
  return runInContext({}, record);
}
