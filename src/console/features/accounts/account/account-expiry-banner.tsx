import { accountExpiry, remainingDays } from '#console/features/accounts/account-expiry.ts';
import { accountFeedNames } from '#console/features/accounts/account-feeds.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AnyResource } from '#contract/json-api.ts';

interface AccountExpiryBannerProps {
  readonly account: Account;
  readonly included: readonly AnyResource[];
}

/** An authorization that ends soon, or has ended, with the feeds that get nothing new then. */
export function AccountExpiryBanner({ account, included }: AccountExpiryBannerProps) {
  const expiresAt = account.attributes.expires_at;
  const now = useNow();
  const expiry = accountExpiry(expiresAt, now);
  if (expiresAt === null || expiry === 'never' || expiry === 'later') return null;

  const isOver = expiry === 'expired';
  const feeds = accountFeedNames(account, included).map(({ name }) => name);
  const uses =
    feeds.length === 0
      ? 'No feed uses it.'
      : `${formatCount(feeds.length, 'feed gets', 'feeds get')} nothing new ${isOver ? 'from it' : 'after that'}: ${feeds.join(', ')}.`;
  return (
    <Banner
      tone={isOver ? 'red' : 'amber'}
      title={
        isOver
          ? 'This account has stopped working'
          : `This account stops working ${remainingDays(expiresAt, now)}`
      }
    >
      Its authorization {isOver ? 'has ended' : 'ends'}. Reauthorize it, and it goes on. {uses}
    </Banner>
  );
}
