import type { Domain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';

/** "shop.example.com", or "shop.example.com (failed)" for any other status than one that is expected. */
export function nameWithStatus({ attributes: { name, status } }: Domain): string {
  const shown = displayDomainName(name);
  return status === 'pending' || status === 'valid' ? shown : `${shown} (${status})`;
}
