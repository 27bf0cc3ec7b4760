import { toUnicode } from 'punycode/';
import type { Domain } from '#contract/advocacy/domains.ts';

const ACE_PREFIX = 'xn--';

/**
 * An internationalized domain in Unicode with its ASCII form in parentheses: letters of several
 * scripts look alike, so the Unicode form never appears alone.
 *
 * @returns other names unchanged
 */
export function displayDomainName(name: string): string {
  const unicode = toUnicodeDomain(name);
  return unicode === undefined ? name : `${unicode} (${name})`;
}

/** The name of a domain as it is displayed, or else what identifies it. */
export function domainName({ id, attributes }: Pick<Domain, 'id' | 'attributes'>): string {
  return attributes.name ? displayDomainName(attributes.name) : `Domain ${id}`;
}

/**
 * Decodes an internationalized domain (IDNA).
 *
 * @param name in ASCII, as the service stores it
 * @returns undefined for any other domain, and for a name that the browser wouldn't encode the same
 *   way: such a name is shown in ASCII
 */
export function toUnicodeDomain(name: string): string | undefined {
  if (!name.split('.').some((label) => label.startsWith(ACE_PREFIX))) return undefined;
  const unicode = decode(name);
  if (unicode === undefined) return undefined;
  const url = `https://${unicode}`;
  return URL.canParse(url) && new URL(url).host === name ? unicode : undefined;
}

function decode(name: string): string | undefined {
  try {
    return toUnicode(name);
  } catch {
    // Not valid Punycode.
    return undefined;
  }
}
