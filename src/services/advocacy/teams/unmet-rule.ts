import { BlockList, isIP } from 'node:net';
import type { Rule } from '#contract/json-api.ts';
import { SECOND_STEP_DAYS } from '#contract/people/team-rules.ts';
import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { StoredRules } from './team-rules-table.ts';

/** How a session was proven. Null if the version before ours created it, or if it isn't known any more. */
export interface SessionProof {
  ways: readonly SignInWay[] | null;
  signedInAt: Date | null;
}

/** The ways that count as a second step. A code by email doesn't; a recovery code replaces another one (decisions.md, 10). */
const SECOND_STEPS: readonly SignInWay[] = ['code', 'recovery_code', 'passkey', 'sso'];

export function hasSecondStep({ ways }: Pick<SessionProof, 'ways'>): boolean {
  return ways?.some((way) => SECOND_STEPS.includes(way)) ?? false;
}

/** Until when somebody can use a team without the second step that it requires; undefined if it requires none. */
export function secondStepUntil(
  { secondStepSince }: Pick<StoredRules, 'secondStepSince'>,
  joinedAt: Date | null,
): Date | undefined {
  if (!secondStepSince) return undefined;
  const start = joinedAt && joinedAt > secondStepSince ? joinedAt : secondStepSince;
  return addSeconds(start, SECOND_STEP_DAYS * DAY_SECONDS);
}

/** A use of a team by a session. */
export interface TeamUse {
  proof: SessionProof;
  joinedAt: Date | null;
  ip: string;
  now: Date;
}

/** The first rule of a team that a use of it doesn't meet (decisions.md, 67). */
export function findUnmetRule(rules: StoredRules, use: TeamUse): Rule | undefined {
  const { proof, joinedAt, ip, now } = use;
  if (!isInNetworks(ip, rules.networks)) return 'network';
  if (!isWithinHours(proof, rules.sessionHours, now)) return 'session';
  const until = secondStepUntil(rules, joinedAt);
  return until && now >= until && !hasSecondStep(proof) ? 'second_step' : undefined;
}

export function isWithinHours(
  { signedInAt }: SessionProof,
  hours: number | null,
  now: Date,
): boolean {
  if (hours === null) return true;
  return signedInAt !== null && now < addSeconds(signedInAt, hours * 3600);
}

/**
 * Whether an address is in one of the networks, also if an IPv4 address is written as IPv6.
 * @param networks in CIDR notation; every address is in an empty list
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    list.addSubnet(base, Number(prefix), isIP(base) === 4 ? 'ipv4' : 'ipv6');
  }
  const [plain = ''] = address.split('%');
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
