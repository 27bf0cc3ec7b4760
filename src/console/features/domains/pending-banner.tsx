import { formatCount } from '#console/lib/format-number.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { durationSince, isOverdue } from './pending-domains.ts';

interface PendingBannerProps {
  /** At least one. */
  readonly domains: readonly Domain[];
}

/** Shows how long domains have been pending, and what to do if it takes too long. */
export function PendingBanner({ domains }: PendingBannerProps) {
  const now = useNow();
  const overdue = domains.filter((domain) => isOverdue(domain, now));
  const title =
    domains.length === 1
      ? `${displayDomainName(domains[0]?.attributes.name ?? '')} is waiting for its certificate`
      : `${formatCount(domains.length, 'domain')} are waiting for their certificates`;

  return (
    <Banner tone="amber" title={title}>
      <ul>
        {domains.map(({ id, attributes }) => (
          <li key={id}>
            {domains.length > 1 && `${displayDomainName(attributes.name)}: `}
            Pending for {durationSince(attributes.created_at, now)}.
          </li>
        ))}
      </ul>
      {overdue.length > 0 ? (
        <p>
          This is taking longer than usual. Check that the domain's DNS records point to this
          service: we can't issue a certificate until they do. We'll keep trying.
        </p>
      ) : (
        <p>
          We're issuing the {domains.length === 1 ? 'certificate' : 'certificates'}, usually within
          a minute.
        </p>
      )}
    </Banner>
  );
}
