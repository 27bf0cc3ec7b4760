import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import { invitations } from '#services/advocacy/people/invitations-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { apiKeys, programs } from '#services/loyalty/programs/programs-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, toAuditRow } from '#services/platform/audit/record-audit.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';

const INVITED = 'nia.cole@example.test';
const INVITATION_DAYS = 7;
const NEW_MEMBERS_MAX = 12;

interface HistorySeed {
  now: Date;
  teamId: number;
  partnerId: string;
  viewerRoleId: number;
}

/** An open invitation to a team, and an audit log that names it and the members of the last weeks. */
export async function seedTeamHistory(
  db: Queries,
  { now, teamId, partnerId, viewerRoleId }: HistorySeed,
): Promise<void> {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS);
  const administrator = one(
    await db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.email, 'admin@patron.test')),
  );
  const invitation = one(
    await db
      .insert(invitations)
      .values({
        teamId,
        email: INVITED,
        roleId: viewerRoleId,
        invitedBy: administrator.id,
        // Nobody knows the token: the demo has sent no email.
        tokenDigest: digest(randomBytes(32).toString('hex')),
        createdAt: daysAgo(2),
        expiresAt: daysAgo(2 - INVITATION_DAYS),
      })
      .returning({ id: invitations.id }),
  );
  const invited = toAuditRow({
    action: 'invitation.create',
    subject: { type: 'invitation', id: invitation.id, name: INVITED },
    changes: changesBetween({}, { role: 'Viewer' }),
    teamId,
    actor: {
      kind: 'user',
      id: String(administrator.id),
      name: administrator.name ?? administrator.email,
    },
  });
  const joined = await listJoined(db, partnerId, daysAgo(21));
  const events = [...joined, { ...invited, at: daysAgo(2) }];
  await db.insert(auditEvents).values(events.sort((a, b) => a.at.getTime() - b.at.getTime()));
}

/** The members that the program's API key has added since a time. */
async function listJoined(db: Queries, partnerId: string, since: Date) {
  const rows = await db
    .select({ member: members, key: apiKeys })
    .from(members)
    .innerJoin(programs, eq(programs.id, members.programId))
    .innerJoin(apiKeys, eq(apiKeys.programId, programs.id))
    .where(and(eq(programs.partnerId, partnerId), gt(members.enrolledAt, since)))
    .orderBy(desc(members.enrolledAt))
    .limit(NEW_MEMBERS_MAX);
  return rows.map(({ member, key }) => {
    const { memberId, firstName, lastName, emailAddress } = member;
    const name = `${firstName} ${lastName}`.trim() || memberId;
    const values = { member_id: memberId, first_name: firstName, last_name: lastName };
    const event = toAuditRow({
      action: 'member.create',
      subject: { type: 'member', id: memberId, name },
      changes: changesBetween(
        {},
        { ...values, ...(emailAddress ? { email_address: emailAddress } : {}) },
      ),
      partnerId,
      actor: { kind: 'client', id: String(key.id), name: key.name },
    });
    return { ...event, at: member.enrolledAt };
  });
}
