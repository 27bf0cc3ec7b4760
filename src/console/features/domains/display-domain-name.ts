import { decodePunycode } from './punycode.ts';

const ACE_PREFIX = 'xn--';

/**
 * An internationalised domain as people write it, with the form that DNS knows behind it: letters of
 * several scripts look alike, so one never stands without the other.
 * @returns the name itself where it has only one form.
 */
export function displayDomainName(name: string): string {
  const unicode = toUnicodeDomain(name);
  return unicode === undefined ? name : `${unicode} (${name})`;
}

/**
 * What the letters of an internationalised domain are (IDNA).
 * @param name in ASCII, as the service keeps it
 * @returns undefined for a domain that is what it looks like, and where the browser reads the result
 *   as another domain, or as none: such a name is shown as it is.
 */
export function toUnicodeDomain(name: string): string | undefined {
  if (!name.split('.').some((label) => label.startsWith(ACE_PREFIX))) return undefined;
  const labels = name
    .split('.')
    .map((label) =>
      label.startsWith(ACE_PREFIX) ? decodePunycode(label.slice(ACE_PREFIX.length)) : label,
    );
  if (labels.includes(undefined)) return undefined;
  const unicode = labels.join('.');
  const url = `https://${unicode}`;
  return URL.canParse(url) && new URL(url).host === name ? unicode : undefined;
}
