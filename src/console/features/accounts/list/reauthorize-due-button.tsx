import { RefreshCw } from 'lucide-react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { type AccountsSearch, NO_FILTERS } from '#console/features/accounts/accounts-search.ts';
import type { useReauthorizeQueue } from '#console/features/accounts/queue/use-reauthorize-queue.tsx';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { filterAccounts } from './filter-accounts.ts';

interface ReauthorizeDueButtonProps {
  /** All accounts of the team; undefined while they load. */
  readonly accounts: readonly Account[] | undefined;
  readonly search: AccountsSearch;
  readonly queue: ReturnType<typeof useReauthorizeQueue>;
}

/** Reauthorizes the accounts of the list, on all pages, that have expired or will soon; the first to expire first. */
export function ReauthorizeDueButton({ accounts, search, queue }: ReauthorizeDueButtonProps) {
  const now = useNow();
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const listDue = (filters: AccountsSearch) =>
    filterAccounts(
      accounts ?? [],
      { ...filters, sort: 'expires_at' },
      { now, accountTypes },
    ).filter(
      (account) =>
        needsAttention(account, now) &&
        reauthorizeDisabledReason(accountTypes, account) === undefined,
    );
  const shown = listDue(search);
  if (!accounts || (shown.length === 0 && !queue.isUnfinished)) return null;

  const isAll = shown.length === listDue({ ...search, ...NO_FILTERS }).length;
  const label = isAll ? 'Reauthorize all' : `Reauthorize ${formatNumber(shown.length)} shown`;
  return (
    <Button
      icon={<RefreshCw />}
      disabledReason={scopeReason}
      onClick={() => (queue.isUnfinished ? queue.resume() : queue.start(shown))}
    >
      {queue.isUnfinished ? 'Continue reauthorizing' : label}
    </Button>
  );
}
