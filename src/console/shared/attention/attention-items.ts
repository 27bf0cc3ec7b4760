import {
  CircleAlert,
  Globe,
  ListX,
  type LucideIcon,
  ShieldAlert,
  TriangleAlert,
  Webhook,
} from 'lucide-react';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import {
  accountExpiry,
  needsAttention,
  remainingDays,
  SOON_DAYS,
} from '#console/shared/accounts/account-expiry.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { boardsWithFeeds } from '#console/shared/accounts/boards-usage.ts';
import { hasLostRecords, isStuck } from '#console/shared/domains/domains-query.ts';
import { nameWithStatus } from '#console/shared/domains/name-with-status.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { InboxFailures } from './attention-queries.ts';

/** Something to do in a team. It lasts until somebody does it. */
export interface AttentionItem {
  /** Changes when there is something new to read. */
  readonly key: string;
  readonly icon: LucideIcon;
  readonly tone?: 'amber' | 'red' | undefined;
  readonly title: string;
  readonly detail: string;
  /** Where it is dealt with. */
  readonly to: string;
  /** The label of the link there. */
  readonly action: string;
}

export interface AttentionFacts {
  readonly teamId: string;
  readonly now: Date;
  readonly accountTypes: readonly AccountType[];
  readonly accounts: readonly Account[];
  readonly canReauthorize: boolean;
  readonly boards: readonly Board[];
  readonly domains: readonly Domain[];
  readonly inboxFailures: InboxFailures | undefined;
  /** Jobs that ended recently with failed rows. */
  readonly failedJobs: readonly Job[];
  readonly needsSecondStep: boolean;
}

/** What needs attention, the most urgent first. */
export function attentionItems(facts: AttentionFacts): readonly AttentionItem[] {
  const { accounts, domains, failedJobs, needsSecondStep, now } = facts;
  const expiring = accounts
    .filter((account) => needsAttention(account, now))
    .toSorted((a, b) => expiryOf(a).localeCompare(expiryOf(b)));
  const notLive = domains.filter((domain) => isStuck(domain, now));
  const lostRecords = domains.filter(hasLostRecords);
  return [
    ...(expiring.length > 0 ? [accountsItem(expiring, facts)] : []),
    ...(lostRecords.length > 0 ? [lostRecordsItem(lostRecords, facts)] : []),
    ...(notLive.length > 0 ? [notLiveItem(notLive, facts)] : []),
    ...inboxItems(facts),
    ...(failedJobs.length > 0 ? [jobsItem(facts)] : []),
    ...(needsSecondStep ? [SECOND_STEP] : []),
  ];
}

/** @param expiring the first to expire first */
function accountsItem(expiring: readonly Account[], facts: AttentionFacts): AttentionItem {
  const { teamId, now, accountTypes, boards, canReauthorize } = facts;
  const expired = expiring.filter((account) => hasExpired(account, now));
  const names = expiring.map((account) => {
    const expiry = hasExpired(account, now) ? 'has expired' : remainingDays(expiryOf(account), now);
    return `${fullAccountName(accountTypes, account)} ${expiry}`;
  });
  const feedIds = expiring.flatMap(
    ({ relationships }) => relationships?.social_feeds?.data.map(({ id }) => id) ?? [],
  );
  const boardCount = boardsWithFeeds(boards, feedIds).length;
  const consequence = `${formatCount(boardCount, 'board')} will stop getting new posts.`;
  return {
    key: `accounts ${expiring.map((account) => `${account.id}@${expiryOf(account)}`).join(' ')}`,
    icon: expired.length > 0 ? CircleAlert : TriangleAlert,
    tone: expired.length > 0 ? 'red' : 'amber',
    title: expiryTitle(expiring.length, expired.length),
    detail: [`${formatNames(names)}.`, ...(boardCount > 0 ? [consequence] : [])].join(' '),
    to: `${paths.accounts(teamId)}?show=attention&sort=expires_at`,
    action: canReauthorize ? 'Reauthorize' : 'View accounts',
  };
}

/** "3 accounts have expired or will within 14 days". */
function expiryTitle(count: number, expiredCount: number): string {
  const subject = formatCount(count, 'account');
  const within = `within ${SOON_DAYS} days`;
  if (expiredCount === 0) return `${subject} ${count === 1 ? 'expires' : 'expire'} ${within}`;
  const expired = `${subject} ${count === 1 ? 'has' : 'have'} expired`;
  return expiredCount === count ? expired : `${expired} or will ${within}`;
}

function notLiveItem(domains: readonly Domain[], facts: AttentionFacts): AttentionItem {
  const title = `${formatCount(domains.length, 'domain is', 'domains are')} not live yet`;
  return { ...domainsItem(domains, facts, title), action: 'View domains' };
}

function lostRecordsItem(domains: readonly Domain[], facts: AttentionFacts): AttentionItem {
  const title = `DNS records of ${formatCount(domains.length, 'domain')} are missing`;
  return { ...domainsItem(domains, facts, title), tone: 'amber', action: 'View DNS records' };
}

/** What items about domains have in common. */
function domainsItem(domains: readonly Domain[], { teamId }: AttentionFacts, title: string) {
  return {
    key: `${title} ${domains.map(({ id }) => id).join(' ')}`,
    icon: Globe,
    title,
    detail: formatNames(domains.map(nameWithStatus)),
    to: paths.domains(teamId),
  };
}

function inboxItems({ teamId, inboxFailures }: AttentionFacts): readonly AttentionItem[] {
  if (!inboxFailures) return [];
  const { failed, rejected, newestFailed, newestRejected, since } = inboxFailures;
  const counted = new URLSearchParams({ since, test: 'false' });
  const events: AttentionItem = {
    key: `failed ${newestFailed}`,
    icon: Webhook,
    tone: 'red',
    title: `${formatCount(failed, 'webhook event')} failed in the last day`,
    detail: `Nothing from ${failed === 1 ? 'it' : 'them'} was saved.`,
    to: `${paths.webhooks(teamId)}?state=failed&${counted}`,
    action: 'View events',
  };
  const requests: AttentionItem = {
    key: `rejected ${newestRejected}`,
    icon: Webhook,
    tone: 'amber',
    title: `${formatCount(rejected, 'webhook request was', 'webhook requests were')} rejected in the last day`,
    detail: `${rejected === 1 ? 'Its' : 'Their'} events were not saved. ${rejected === 1 ? 'The' : 'Each'} request says why.`,
    to: `${paths.webhooks(teamId)}?list=requests&verdict=rejected&${counted}`,
    action: 'View requests',
  };
  return [...(failed > 0 ? [events] : []), ...(rejected > 0 ? [requests] : [])];
}

function jobsItem({ teamId, failedJobs }: AttentionFacts): AttentionItem {
  return {
    key: `jobs ${failedJobs.map((job) => `${job.id}@${job.ended_at}`).join(' ')}`,
    icon: ListX,
    tone: 'red',
    title: `${formatCount(failedJobs.length, 'job')} had failures in the last 7 days`,
    detail: 'Open the list to see why and retry.',
    to: paths.jobs(teamId),
    action: 'View jobs',
  };
}

const SECOND_STEP: AttentionItem = {
  key: 'two-step verification',
  icon: ShieldAlert,
  title: 'Two-step verification is off',
  detail: 'Someone who learns your password could sign in as you.',
  to: paths.newFactor(),
  action: 'Turn on',
};

/** ISO 8601. */
function expiryOf({ attributes }: Account): string {
  return attributes.expires_at ?? '';
}

function hasExpired({ attributes }: Account, now: Date): boolean {
  return accountExpiry(attributes.expires_at, now) === 'expired';
}
