import type { ReactNode } from 'react';
import { accountFeedNames } from '#console/features/accounts/account-feeds.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { accountExpiry, remainingDays } from '#console/shared/accounts/account-expiry.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AnyResource } from '#contract/json-api.ts';

interface AccountExpiryBannerProps {
  readonly account: Account;
  readonly included: readonly AnyResource[];
  /** The button that reauthorizes it. */
  readonly action: ReactNode;
}

/** Warns that an account expires soon or has expired, and names the feeds that use it. */
export function AccountExpiryBanner({ account, included, action }: AccountExpiryBannerProps) {
  const expiresAt = account.attributes.expires_at;
  const now = useNow();
  const expiry = accountExpiry(expiresAt, now);
  if (!expiresAt || expiry === 'later') return null;

  const isExpired = expiry === 'expired';
  const feeds = accountFeedNames(account, included).map(({ name }) => name);
  const usage = `${formatCount(feeds.length, 'feed uses', 'feeds use')} it: ${feeds.join(', ')}.`;
  const advice = isExpired
    ? 'Reauthorize it to collect its posts again.'
    : 'Reauthorize it to keep its posts coming in.';
  return (
    <Banner
      tone={isExpired ? 'red' : 'amber'}
      title={
        isExpired
          ? 'This account has expired'
          : `This account expires ${remainingDays(expiresAt, now)}`
      }
      action={action}
    >
      {feeds.length === 0 ? 'No feeds use it. Reauthorize or delete it.' : `${advice} ${usage}`}
    </Banner>
  );
}
