import { createContext, useContext } from 'react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Account } from '#contract/advocacy/accounts.ts';

/** Opens the network's window; called in the click. In a context, so that it redraws no rows. */
export const ReauthorizeContext = createContext<(account: Account) => void>(() => {});

/** Reauthorizes from the row of an account that has expired or will soon. */
export function ReauthorizeLink({ account }: { readonly account: Account }) {
  const reauthorize = useContext(ReauthorizeContext);
  const { accountTypes } = useConfig();
  const now = useNow();
  const scopeReason = useScopeReason('accounts:write');
  const isPossible =
    reauthorizeDisabledReason(accountTypes, account) === undefined && needsAttention(account, now);
  if (!isPossible) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={`Reauthorize ${accountName(account)}`}
      disabledReason={scopeReason}
      onClick={() => reauthorize(account)}
    >
      Reauthorize
    </Button>
  );
}
