import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { SECOND_STEP_DAYS } from '#contract/people/team-rules.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { type SignInSettings, secondStepOf } from '#services/advocacy/people/second-step.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { memberships, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';

const INTERVAL_MS = 15 * 60_000;
const BATCH_SIZE = 100;
const DATE = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

type NoticeDependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'log' | 'messages' | 'publicUrl'
> &
  SignInSettings;

/** Any number of processes may run it. */
export function startSecondStepNotices(dependencies: NoticeDependencies): Worker {
  return startWorker({
    name: 'second-step-notices',
    intervalMs: INTERVAL_MS,
    work: () => notifyOfSecondStep(dependencies),
    log: dependencies.log,
  });
}

/**
 * Emails people without a second step whose team requires one: when the rule begins or they join, and again on the last
 * day (decisions.md, 67).
 * @returns whether there may be more
 */
export async function notifyOfSecondStep(dependencies: NoticeDependencies): Promise<boolean> {
  const { db, clock, messages, publicUrl } = dependencies;
  const now = clock.now();
  const { secondStepSince: since } = teamRules;
  const { joinedAt, secondStepNoticeAt: noticeAt } = memberships;
  const startedAt = sql`greatest(${since}, ${joinedAt})`;
  const secondsBeforeNow = (seconds: number) =>
    sql`${addSeconds(now, -seconds).toISOString()}::timestamptz`;
  const lastDay = (SECOND_STEP_DAYS - 1) * DAY_SECONDS;
  const isLastDay = sql`${startedAt} <= ${secondsBeforeNow(lastDay)}`;
  const wasNotified = sql`${noticeAt} >= ${startedAt} + ${`${lastDay} seconds`}::interval`;
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        userId: memberships.userId,
        teamId: memberships.teamId,
        email: users.email,
        team: teams.name,
        since: sql<string>`${startedAt}`,
      })
      .from(teamRules)
      .innerJoin(memberships, eq(memberships.teamId, teamRules.teamId))
      .innerJoin(teams, eq(teams.id, teamRules.teamId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          isNotNull(since),
          gt(startedAt, secondsBeforeNow(SECOND_STEP_DAYS * DAY_SECONDS)),
          or(
            sql`coalesce(${noticeAt} < ${startedAt}, true)`,
            and(isLastDay, sql`not coalesce(${wasNotified}, false)`),
          ),
          eq(secondStepOf(dependencies), 'none'),
        ),
      )
      .orderBy(asc(memberships.teamId), asc(memberships.userId))
      .limit(BATCH_SIZE)
      .for('update', { of: memberships, skipLocked: true });
    for (const person of due) {
      const until = addSeconds(new Date(person.since), SECOND_STEP_DAYS * DAY_SECONDS);
      await messages.enqueue(tx, {
        channel: 'email',
        to: person.email,
        ...secondStepEmail({ team: person.team, until, url: `${publicUrl}/security` }),
      });
      await tx
        .update(memberships)
        .set({ secondStepNoticeAt: now })
        .where(and(eq(memberships.teamId, person.teamId), eq(memberships.userId, person.userId)));
    }
    return due.length === BATCH_SIZE;
  });
}

function secondStepEmail({ team, until, url }: { team: string; until: Date; url: string }) {
  const name = nameInEmail(team);
  const date = `${DATE.format(until)} UTC`;
  return {
    subject: `Add a second step to keep using ${name} on Patron`,
    text: [
      `The team ${name} requires a second step at sign-in. You have none yet.`,
      `Add one, such as a passkey or an authenticator app, by ${date}. After that you can't use the team until you have one. Codes by email don't count.`,
      emailLink('Add a second step', url),
    ].join('\n\n'),
  };
}
