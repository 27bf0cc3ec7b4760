import { useEffect, useEffectEvent, useRef } from 'react';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { displayDomainName, domainName } from '#console/shared/domains/display-domain-name.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Domain } from '#contract/advocacy/domains.ts';

/** Shows a toast when a domain is no longer pending. */
export function useStatusToasts(domains: readonly Domain[] | undefined): void {
  const teamId = useTeamId();
  const previous = useRef(domains);
  const announceChanges = useEffectEvent((changed: ReturnType<typeof domainsNoLongerPending>) => {
    for (const { id, name, status } of changed) {
      const action = { label: 'View', to: paths.domain(teamId, id) };
      showSuccess(`${describeDomain(name, status)}`, action);
    }
  });
  useEffect(() => {
    if (!domains) return;
    const changed = domainsNoLongerPending(previous.current ?? [], domains);
    previous.current = domains;
    const [first] = changed;
    if (!first) return;
    if (!document.hidden) {
      announceChanges(changed);
      return;
    }
    // A toast would be gone before the tab is seen; its title isn't.
    const { title } = document;
    document.title = `${describeDomain(first.name, first.status)} · ${title}`;
    const handleVisible = () => {
      document.title = title;
      announceChanges(changed);
    };
    document.addEventListener('visibilitychange', handleVisible, { once: true });
  }, [domains]);
}

/** "shop.example.com is live". */
function describeDomain(name: string, status: string): string {
  return `${displayDomainName(name)} is ${status === 'valid' ? 'live' : status}`;
}

/** The names and current statuses of domains that were pending in `before` and no longer are. */
export function domainsNoLongerPending(
  before: readonly Domain[],
  after: readonly Domain[],
): readonly { readonly id: string; readonly name: string; readonly status: string }[] {
  const wasPending = new Set(
    before.filter(({ attributes }) => attributes.status === 'pending').map(({ id }) => id),
  );
  return after
    .filter(({ id, attributes }) => wasPending.has(id) && attributes.status !== 'pending')
    .map((domain) => ({
      id: domain.id,
      name: domainName(domain),
      status: domain.attributes.status ?? '',
    }));
}
