import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import type { Job } from '#contract/gateway/job.ts';
import { type AttentionFacts, attentionItems } from './attention-items.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const EXPIRED = '2026-11-20T12:00:00Z';
const SOON = '2026-11-22T08:00:00Z';
const LATER = '2027-11-22T08:00:00Z';

const itemsOf = (facts: Partial<AttentionFacts>) =>
  attentionItems({
    teamId: '1',
    now: NOW,
    accountTypes: [],
    accounts: [],
    canReauthorize: true,
    boards: [],
    domains: [],
    inboxFailures: undefined,
    failedJobs: [],
    needsSecondStep: false,
    ...facts,
  });

const account = (expiresAt: string | null, name = 'northwind') =>
  ({
    id: name,
    attributes: { name, username: name, expires_at: expiresAt },
    relationships: { social_feeds: { data: [{ type: 'social_feed', id: `feed of ${name}` }] } },
  }) as unknown as Account;
const accountsItem = (...expiryTimes: (string | null)[]) =>
  itemsOf({ accounts: expiryTimes.map((expiresAt) => account(expiresAt)) })[0];

const domain = (name: string, status: string) =>
  ({ id: name, attributes: { name, status } }) as unknown as Domain;
const job = (id: string, state = 'failed') => ({ id, state, ended_at: EXPIRED }) as unknown as Job;
const since = '2026-11-19T12:00:00.000Z';

describe('attention items', () => {
  test('begin with the most urgent one', () => {
    const items = itemsOf({
      accounts: [account(SOON)],
      domains: [domain('shop.example.com', 'pending')],
      inboxFailures: { failed: 2, rejected: 1, newestFailed: '7', newestRejected: '3', since },
      failedJobs: [job('1'), job('2')],
      needsSecondStep: true,
    });
    expect(items.map(({ title }) => title)).toEqual([
      '1 account expires within 14 days',
      '1 domain is not live yet',
      '2 webhook events failed in the last day',
      '1 webhook request was rejected in the last day',
      '2 jobs had failures in the last 7 days',
      'Two-step verification is off',
    ]);
  });

  test('are missing when all is well', () => {
    const none = { newestFailed: undefined, newestRejected: undefined };
    const inboxFailures = { failed: 0, rejected: 0, ...none, since };
    const accounts = [account(LATER), account(null)];
    const domains = [domain('shop.example.com', 'valid')];
    expect(itemsOf({ accounts, domains, inboxFailures })).toEqual([]);
  });

  test('distinguish accounts that will expire from those that have', () => {
    expect(accountsItem(SOON, LATER)).toMatchObject({
      title: '1 account expires within 14 days',
      tone: 'amber',
    });
    expect(accountsItem(SOON, SOON)?.title).toBe('2 accounts expire within 14 days');
    expect(accountsItem(EXPIRED)).toMatchObject({ title: '1 account has expired', tone: 'red' });
    expect(accountsItem(SOON, EXPIRED, SOON)?.title).toBe(
      '3 accounts have expired or will within 14 days',
    );
  });

  test('offer what the user can do about accounts', () => {
    const actionOf = (canReauthorize: boolean) =>
      itemsOf({ accounts: [account(SOON)], canReauthorize })[0]?.action;
    expect(actionOf(true)).toBe('Reauthorize');
    expect(actionOf(false)).toBe('View accounts');
  });

  test('name the first account to expire first, and count the boards that depend on them', () => {
    const boards = [
      { relationships: { social_feeds: { data: [{ id: 'feed of late' }] } } },
      { relationships: { social_feeds: { data: [{ id: 'feed of other' }] } } },
    ] as unknown as Board[];
    const [item] = itemsOf({
      accounts: [account(SOON, 'late'), account(EXPIRED, 'early')],
      boards,
    });
    expect(item?.detail).toBe(
      '@early has expired and @late in 2 days. 1 board will stop getting new posts.',
    );
  });

  test('show internationalized domains in Unicode', () => {
    const domains = [domain('xn--mnchen-3ya.example', 'pending')];
    expect(itemsOf({ domains })[0]?.detail).toBe('münchen.example (xn--mnchen-3ya.example)');
  });

  test('name valid domains whose DNS records are gone', () => {
    const lost = (name: string, status = 'valid') => ({
      ...domain(name, status),
      meta: { records_lost_at: since },
    });
    const [one] = itemsOf({ domains: [domain('ok.example', 'valid'), lost('shop.example')] });
    expect(one).toMatchObject({
      tone: 'amber',
      title: 'DNS records of 1 domain are missing',
      detail: 'shop.example',
      to: '/teams/1/domains',
    });
    const [two] = itemsOf({ domains: [lost('a.example'), lost('b.example')] });
    expect(two?.title).toBe('DNS records of 2 domains are missing');
    expect(itemsOf({ domains: [lost('c.example', 'failed')] })).toMatchObject([
      { title: '1 domain is not live yet' },
    ]);
  });

  test('link to the webhook events and requests that they count', () => {
    const inboxFailures = { failed: 2, rejected: 1, newestFailed: '7', newestRejected: '3', since };
    const counted = 'since=2026-11-19T12%3A00%3A00.000Z&test=false';
    expect(itemsOf({ inboxFailures }).map(({ to }) => to)).toEqual([
      `/teams/1/webhooks?state=failed&${counted}`,
      `/teams/1/webhooks?list=requests&verdict=rejected&${counted}`,
    ]);
  });

  test('include jobs of which only some rows failed', () => {
    expect(itemsOf({ failedJobs: [job('1'), job('2', 'done')] })[0]?.title).toBe(
      '2 jobs had failures in the last 7 days',
    );
  });

  test('are new when another event or job fails, or another request is rejected', () => {
    const inboxFailures = { failed: 2, rejected: 1, newestFailed: '7', newestRejected: '3', since };
    const keysOf = (changes: Partial<typeof inboxFailures>) =>
      itemsOf({ inboxFailures: { ...inboxFailures, ...changes } }).map(({ key }) => key);
    const [failed, rejected] = keysOf({});
    expect(keysOf({ newestFailed: '8' })).toEqual([
      expect.not.stringMatching(`^${failed}$`),
      rejected,
    ]);
    expect(keysOf({ newestRejected: '4' })[1]).not.toBe(rejected);
    // The oldest is no longer of the last day.
    expect(keysOf({ failed: 1 })).toEqual([failed, rejected]);
    expect(itemsOf({ inboxFailures: { ...inboxFailures, failed: 1 } })[0]?.detail).toBe(
      'Nothing from it was saved.',
    );
    const [one] = itemsOf({ failedJobs: [job('1')] });
    expect(itemsOf({ failedJobs: [job('2'), job('1')] })[0]?.key).not.toBe(one?.key);
  });
});
