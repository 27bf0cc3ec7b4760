import { toMemberDocument } from '#services/loyalty/members/member-document.ts';
import type { MemberRow } from '#services/loyalty/members/members-store.ts';
import { factsOf } from '#services/loyalty/rules/facts.ts';
import { isUsedUp, NEVER_DONE } from '#services/loyalty/rules/frequency.ts';
import { meetsConditions } from '#services/loyalty/rules/rules-engine.ts';
import type { ActivityRow } from '#services/loyalty/tables/activities-table.ts';
import type { Program } from '#services/loyalty/tables/programs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { listActiveActivities } from './activities-store.ts';
import { countTimesDone } from './times-done.ts';

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
