import { and, eq, inArray, like } from 'drizzle-orm';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { type AuditEventRow, auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { listAuditEvents, toAuditEvent } from '#services/platform/audit/audit-store.ts';
import type { Queries } from '#services/platform/database/database.ts';

/**
 * One page of what happened in a user's account, newest first. Changes of their role in a team name the team
 * as the subject, and only events of the user's own say from which address and browser.
 */
export async function listUserSecurityEvents(
  db: Queries,
  userId: number,
  query: { start_cursor?: string | undefined; count: number },
) {
  const isOfUser = eq(auditEvents.userId, userId);
  const ofTeams = db
    .select({ id: auditEvents.teamId })
    .from(auditEvents)
    .where(and(isOfUser, like(auditEvents.action, 'person.%')));
  const named = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, ofTeams));
  const teamNames = new Map(named.map(({ id, name }) => [id, name]));

  function toSecurityEvent(row: AuditEventRow): AuditEvent {
    const event = toAuditEvent(row);
    const isOwn = row.actorKind === 'user' && row.actorId === String(userId);
    const { user_agent: _, ...withoutBrowser } = event;
    const shown = isOwn ? event : { ...withoutBrowser, ip: null };
    if (row.teamId === null || !row.action.startsWith('person.')) return shown;
    const name = teamNames.get(row.teamId) ?? '';
    return { ...shown, subject: { type: 'team', id: String(row.teamId), name } };
  }
  return listAuditEvents(db, isOfUser, query, toSecurityEvent);
}
