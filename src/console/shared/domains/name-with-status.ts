import type { Domain } from '#contract/advocacy/domains.ts';
import { domainName } from './display-domain-name.ts';

/** "shop.example.com", or "shop.example.com (failed)" for any other status than one that is expected. */
export function nameWithStatus(domain: Domain): string {
  const shown = domainName(domain);
  const { status } = domain.attributes;
  return !status || status === 'pending' || status === 'valid' ? shown : `${shown} (${status})`;
}
