import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { isOverdue } from './pending-domains.ts';

/** Names pending domains that take too long: something has to be done about them. */
export function OverdueBanner({ pending }: { readonly pending: readonly Domain[] }) {
  const now = useNow();
  const teamId = useTeamId();
  const overdue = pending.filter((domain) => isOverdue(domain, now));
  const [first] = overdue;
  if (!first) return null;
  const names = overdue.map(({ attributes }) => displayDomainName(attributes.name)).join(', ');
  return (
    <Banner
      tone="amber"
      title={`${formatCount(overdue.length, 'domain is', 'domains are')} not ready yet`}
      action={<LinkButton to={paths.domain(teamId, first.id)}>See what's missing</LinkButton>}
    >
      {names}
    </Banner>
  );
}
