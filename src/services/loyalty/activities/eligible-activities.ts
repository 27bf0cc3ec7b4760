import type { Queries } from '../../platform/database/database.ts';
import { toMember } from '../members/member-document.ts';
import type { MemberRow } from '../members/members-store.ts';
import { timesDoneByActivity } from '../points/times-done.ts';
import type { Program } from '../programs/programs-table.ts';
import { factsOf } from '../rules/facts.ts';
import { isUsedUp, NEVER_DONE } from '../rules/frequency.ts';
import { meetsConditions } from '../rules/rules-engine.ts';
import { findActiveActivities } from './activities-store.ts';
import type { ActivityRow } from './activities-table.ts';

/** The activities that a member can earn by at a moment (decisions.md, 32). */
export async function findEligibleActivities(
  db: Queries,
  program: Program,
  row: MemberRow,
  now: Date,
): Promise<ActivityRow[]> {
  if (row.member.status !== 'active') return [];
  const facts = factsOf(toMember(row, { program }));
  const doneByActivity = await timesDoneByActivity(db, row.member.id, now);
  const activities = await findActiveActivities(db, program.id);
  return activities.filter(({ id, rulesConfig }) => {
    const done = doneByActivity.get(id) ?? NEVER_DONE;
    const rules = rulesConfig ?? [];
    return !isUsedUp(rules, { done, facts, now }) && meetsConditions(rules, facts, now);
  });
}
