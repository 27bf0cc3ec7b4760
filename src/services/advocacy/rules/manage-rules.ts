import { eq } from 'drizzle-orm';
import type { OutputOf } from '#contract/endpoint.ts';
import type { TeamRules, updateTeamRules } from '#contract/people/team-rules.ts';
import { lockTeam } from '#services/advocacy/people/people-store.ts';
import {
  NO_RULES,
  type StoredRules,
  storedRules,
  teamRules,
} from '#services/advocacy/teams/team-rules-table.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import {
  hasSecondStep,
  isInNetworks,
  isWithinHours,
  type TeamUse,
} from '#services/advocacy/teams/unmet-rule.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { ProxyTrust } from '#services/platform/http/untrusted-proxy.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';

type RulesChange = OutputOf<(typeof updateTeamRules)['body']>;

/** The request of an administrator who changes rules, and has to meet the new ones. */
interface Author extends Omit<TeamUse, 'joinedAt'> {
  proxy: ProxyTrust;
}

export function toRules(rules: StoredRules): TeamRules {
  return {
    second_step: rules.secondStepSince ? 'required' : 'optional',
    second_step_since: rules.secondStepSince?.toISOString() ?? null,
    session_hours: rules.sessionHours,
    networks: [...rules.networks],
    support_points_max: rules.supportPointsMax,
  };
}

export async function getRules(db: Queries, teamId: number): Promise<StoredRules> {
  const [rules] = await db.select(storedRules).from(teamRules).where(eq(teamRules.teamId, teamId));
  return rules ?? NO_RULES;
}

/**
 * Changes the rules of a team, which hold from the next request to it on.
 * @throws {JsonApiError} 422 for a new rule that the author doesn't meet
 */
export function updateRules(
  db: Database,
  teamId: number,
  change: RulesChange,
  author: Author,
): Promise<StoredRules> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const before = await getRules(tx, teamId);
    const after = applyChange(before, change, author.now);
    requireOfAuthor(before, after, author);
    await saveRules(tx, teamId, before, after);
    return after;
  });
}

/** Removes the rules of a team, for people who are locked out. The limit of support agents stays. */
export async function resetRules(tx: Queries, teamId: number): Promise<StoredRules> {
  await lockTeam(tx, teamId);
  const before = await getRules(tx, teamId);
  const { supportPointsMax } = before;
  const after = { ...NO_RULES, supportPointsMax };
  await saveRules(tx, teamId, before, after);
  return after;
}

function applyChange(before: StoredRules, change: RulesChange, now: Date): StoredRules {
  const secondStep = change.second_step ?? toRules(before).second_step;
  return {
    secondStepSince: secondStep === 'required' ? (before.secondStepSince ?? now) : null,
    sessionHours: change.session_hours === undefined ? before.sessionHours : change.session_hours,
    networks: change.networks ? [...new Set(change.networks)] : before.networks,
    supportPointsMax: change.support_points_max ?? before.supportPointsMax,
  };
}

/** Unchanged rules aren't checked, so that administrators who don't meet one yet can change the others. */
function requireOfAuthor(before: StoredRules, after: StoredRules, author: Author): void {
  const { proof, ip, proxy, now } = author;
  if (after.secondStepSince && !before.secondStepSince && !hasSecondStep(proof)) {
    throw unmet(
      'second_step',
      'You signed in without a second step. Add one on your Security page first, or sign in again with one.',
    );
  }
  if (
    after.sessionHours !== before.sessionHours &&
    !isWithinHours(proof, after.sessionHours, now)
  ) {
    throw unmet('session_hours', 'You signed in longer ago than that. Sign in again first.');
  }
  if (String(after.networks) === String(before.networks) || after.networks.length === 0) return;
  if (proxy === 'untrusted') {
    throw unmet(
      'networks',
      'Requests come through a proxy that Patron does not trust, so the addresses of people are unknown. Ask the people who run Patron to set PATRON_TRUSTED_PROXIES.',
    );
  }
  if (!isInNetworks(ip, after.networks)) {
    throw unmet(
      'networks',
      `Your own address, ${ip}, is not in these networks: you would lock yourself out.`,
    );
  }
}

const unmet = (field: keyof RulesChange, detail: string) =>
  errorResponse(422, { detail, source: { pointer: `/${field}` } });

async function saveRules(
  tx: Queries,
  teamId: number,
  before: StoredRules,
  after: StoredRules,
): Promise<void> {
  await tx
    .insert(teamRules)
    .values({ teamId, ...after })
    .onConflictDoUpdate({ target: teamRules.teamId, set: after });
  const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  const event = {
    action: 'team.update_rules',
    subject: { type: 'team', id: teamId, name: team?.name },
    teamId,
  } as const;
  await recordChanges(tx, event, toRecorded(before), toRecorded(after));
}

function toRecorded(rules: StoredRules) {
  const { second_step_since: _, ...recorded } = toRules(rules);
  return recorded;
}
