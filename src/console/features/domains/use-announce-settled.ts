import { useEffect, useRef } from 'react';
import { useToast } from '#console/ui/feedback/toast.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { domainsNoLongerPending } from './pending-domains.ts';

/** Says it when a domain that was pending is so no longer. */
export function useAnnounceSettled(domains: readonly Domain[] | undefined): void {
  const { showSuccess } = useToast();
  const last = useRef(domains);
  useEffect(() => {
    if (!domains) return;
    for (const { name, status } of domainsNoLongerPending(last.current ?? [], domains)) {
      showSuccess(`${displayDomainName(name)} is ${status}.`);
    }
    last.current = domains;
  }, [domains, showSuccess]);
}
