import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { mapInParallel } from '#console/lib/map-in-parallel.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { type Account, deleteAccount } from '#contract/advocacy/accounts.ts';

/** Requests at a time. */
const PARALLEL = 3;

export interface DeleteResult {
  readonly account: Account;
  /** Why it wasn't deleted. */
  readonly error?: string;
}

/** Deletes accounts one by one: the API has no request for several. */
export function useDeleteAccounts() {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const [results, setResults] = useState<readonly DeleteResult[]>([]);
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>('asking');
  const isStopped = useRef(false);

  async function deleteOne(account: Account): Promise<void> {
    if (isStopped.current) return;
    const result = await requestDelete(account).then(
      () => ({ account }),
      (cause: unknown) => ({ account, error: reasonOf(cause) }),
    );
    setResults((earlier) => [...earlier, result]);
  }

  async function requestDelete({ id }: Account): Promise<void> {
    const params = { team_id: teamId, account_id: id };
    try {
      await api.advocacy.request(deleteAccount, { params });
    } catch (error) {
      // Someone else deleted it first.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }

  return {
    phase,
    /** The finished accounts, in the order in which they finished. */
    results,
    start: async (accounts: readonly Account[]) => {
      setPhase('running');
      await mapInParallel(accounts, PARALLEL, deleteOne);
      await queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      setPhase('done');
    },
    /** The requests that were already sent still finish. */
    stop: () => {
      isStopped.current = true;
    },
  };
}

function reasonOf(cause: unknown): string {
  const error = toUserFacingError(cause, 'Not deleted');
  return [error?.title, error?.detail].filter(Boolean).join('. ');
}
