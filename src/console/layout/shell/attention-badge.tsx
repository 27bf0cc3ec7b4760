import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { Badge } from '#console/ui/badge.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';

/** The page itself comes first. */
const DELAY_MS = 2_000;
const REFRESH_MS = 5 * 60_000;

/** How many accounts have expired or will soon. */
export function AttentionBadge({ teamId }: { readonly teamId: string }) {
  const now = useNow();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsIdle, DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  const canRead = useMissingScope('accounts:read') === undefined;
  const accounts = useQuery({
    ...allAccountsQuery(useApi(), teamId),
    enabled: canRead && isIdle,
    refetchInterval: REFRESH_MS,
  });
  const count = accounts.data?.rows.filter((account) => needsAttention(account, now)).length ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="amber">
      {formatNumber(count)}
      <VisuallyHidden> need attention</VisuallyHidden>
    </Badge>
  );
}
