import { toMemberDocument } from '#services/loyalty/members/member-document.ts';
import type { MemberRow } from '#services/loyalty/members/members-store.ts';
import { countTimesDone } from '#services/loyalty/points/times-done.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { factsOf } from '#services/loyalty/rules/facts.ts';
import { isUsedUp, NEVER_DONE } from '#services/loyalty/rules/frequency.ts';
import { meetsConditions } from '#services/loyalty/rules/rules-engine.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { listActiveActivities } from './activities-store.ts';
import type { ActivityRow } from './activities-table.ts';

/** The activities that a member can earn by at a moment (decisions.md, 32). */
export async function listEligibleActivities(
  db: Queries,
  program: Program,
  row: MemberRow,
  now: Date,
): Promise<ActivityRow[]> {
  if (row.member.status !== 'active') return [];
  const facts = factsOf(toMemberDocument(row, { program }));
  const doneByActivity = await countTimesDone(db, row.member.id, now);
  const activities = await listActiveActivities(db, program.id);
  return activities.filter(({ id, rulesConfig }) => {
    const done = doneByActivity.get(id) ?? NEVER_DONE;
    const rules = rulesConfig ?? [];
    return !isUsedUp(rules, { done, facts, now }) && meetsConditions(rules, facts, now);
  });
}
