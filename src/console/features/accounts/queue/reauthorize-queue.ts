import * as z from 'zod/mini';
import { formatCount } from '#console/lib/format/format-number.ts';
import type { Account } from '#contract/advocacy/accounts.ts';

const itemSchema = z.object({
  accountId: z.string(),
  state: z.enum(['waiting', 'done', 'skipped', 'failed', 'untried']),
  /** Why it failed, also if it is waiting for another attempt. */
  reason: z.optional(z.string()),
  /** `updated_at` of the account when its last attempt began: a later one shows that it worked. */
  updatedAtBefore: z.optional(z.string()),
});
export type QueueItem = z.output<typeof itemSchema>;

/** Accounts that are reauthorized one after the other. */
export type ReauthorizeQueue = readonly QueueItem[];

const queueSchema = z.array(itemSchema);

export function createQueue(accountIds: readonly string[]): ReauthorizeQueue {
  return accountIds.map((accountId) => ({ accountId, state: 'waiting' }));
}

/** The account whose turn it is; undefined at the end. */
export function currentItem(queue: ReauthorizeQueue): QueueItem | undefined {
  return queue.find(({ state }) => state === 'waiting');
}

export function settleItem(
  queue: ReauthorizeQueue,
  accountId: string,
  outcome: Pick<QueueItem, 'state' | 'reason'>,
): ReauthorizeQueue {
  return queue.map((item) =>
    item.accountId === accountId ? { ...item, reason: undefined, ...outcome } : item,
  );
}

/** An attempt begins at an account. */
export function beginAttempt(queue: ReauthorizeQueue, account: Account): ReauthorizeQueue {
  const { updated_at: updatedAtBefore } = account.attributes;
  return queue.map((item) => (item.accountId === account.id ? { ...item, updatedAtBefore } : item));
}

/** Whether an account was reauthorized after its attempt looked unfinished. */
export function isDoneLate(item: QueueItem, { attributes }: Account): boolean {
  const { state, updatedAtBefore } = item;
  return (
    state !== 'done' && updatedAtBefore !== undefined && attributes.updated_at !== updatedAtBefore
  );
}

/**
 * Marks the accounts that were reauthorized in a window that sent no message.
 *
 * @returns the same queue if there are none
 */
export function settleLate(
  queue: ReauthorizeQueue,
  accounts: readonly Account[],
): ReauthorizeQueue {
  const late = queue.filter((item) =>
    accounts.some((account) => account.id === item.accountId && isDoneLate(item, account)),
  );
  return late.reduce(
    (rest, { accountId }) => settleItem(rest, accountId, { state: 'done' }),
    queue,
  );
}

/** How many accounts were reauthorized. */
export function reportTitle(queue: ReauthorizeQueue): string {
  const doneCount = countItems(queue, 'done');
  return doneCount === 0
    ? 'No accounts reauthorized'
    : `${formatCount(doneCount, 'account')} reauthorized`;
}

/** Leaves an account out, whose attempt may have failed. */
export function skipItem(queue: ReauthorizeQueue, accountId: string): ReauthorizeQueue {
  return queue.map((item) => (item.accountId === accountId ? giveUp(item, 'skipped') : item));
}

/** Leaves out all accounts that are still waiting. */
export function stopQueue(queue: ReauthorizeQueue): ReauthorizeQueue {
  return queue.map((item) => (item.state === 'waiting' ? giveUp(item, 'untried') : item));
}

/** @param state of an account that was never tried */
function giveUp(item: QueueItem, state: QueueItem['state']): QueueItem {
  return { ...item, state: item.reason === undefined ? state : 'failed' };
}

/** Puts back all accounts that weren't reauthorized. */
export function retryUnfinished(queue: ReauthorizeQueue): ReauthorizeQueue {
  return createQueue(
    queue.filter(({ state }) => state !== 'done').map(({ accountId }) => accountId),
  );
}

export function countItems(queue: ReauthorizeQueue, state: QueueItem['state']): number {
  return queue.filter((item) => item.state === state).length;
}

const storageKey = (teamId: string) => `patron.reauthorize.${teamId}`;

/** The queue that this tab left unfinished, before a reload for example. */
export function loadQueue(teamId: string): ReauthorizeQueue | undefined {
  const stored = sessionStorage.getItem(storageKey(teamId));
  if (stored === null) return undefined;
  try {
    return queueSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

/** @param queue undefined to forget it */
export function storeQueue(teamId: string, queue: ReauthorizeQueue | undefined): void {
  if (queue === undefined) sessionStorage.removeItem(storageKey(teamId));
  else sessionStorage.setItem(storageKey(teamId), JSON.stringify(queue));
}
