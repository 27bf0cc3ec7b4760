import * as z from 'zod/mini';

const itemSchema = z.object({
  accountId: z.string(),
  state: z.enum(['waiting', 'done', 'skipped', 'failed', 'untried']),
  /** Why it failed, also if it is waiting for another attempt. */
  reason: z.optional(z.string()),
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
  return queue.map((item) => (item.accountId === accountId ? { accountId, ...outcome } : item));
}

/** Leaves an account out, whose attempt may have failed. */
export function skipItem(queue: ReauthorizeQueue, accountId: string): ReauthorizeQueue {
  return queue.map((item) => (item.accountId === accountId ? giveUp(item, 'skipped') : item));
}

/** Leaves out all accounts that are still waiting. */
export function stopQueue(queue: ReauthorizeQueue): ReauthorizeQueue {
  return queue.map((item) => (item.state === 'waiting' ? giveUp(item, 'untried') : item));
}

/** @param state if it was never tried */
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
