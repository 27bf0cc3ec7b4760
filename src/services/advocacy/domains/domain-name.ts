import { domainToASCII, domainToUnicode } from 'node:url';
import { getPublicSuffix } from 'tldts';

const MAX_LENGTH = 253;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters with a meaning in URLs. `domainToASCII` would accept some of them. */
const URL_SYNTAX = /[%\\/?#@:[\]<>^|\s]/;

/** Never public: IANA's special-use names, ICANN's .internal, and common private endings. */
const RESERVED_ENDINGS = [
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
];
/** Reserved for tests and documentation. */
const TEST_ENDINGS = ['test', 'example'];

export interface DomainNamePolicy {
  /** Whether names under .test and .example are accepted. */
  allowTestDomains: boolean;
}

/**
 * Normalizes a public host name to the form it is stored and compared in: ASCII (IDNA) and lower
 * case, without the root's dot (decisions.md, 25).
 * @returns undefined when the text is not a public host name below a public suffix
 */
export function toDomainName(
  text: string,
  { allowTestDomains }: DomainNamePolicy,
): string | undefined {
  if (URL_SYNTAX.test(text)) return undefined;
  const name = domainToASCII(text).toLowerCase().replace(/\.$/, '');
  if (!isHostName(name) || isPublicSuffix(name)) return undefined;
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (RESERVED_ENDINGS.includes(ending)) return undefined;
  return allowTestDomains || !TEST_ENDINGS.includes(ending) ? name : undefined;
}

function isHostName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= MAX_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label) && isDecodable(label)) &&
    // A name that ends in a number is an IP address.
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Whether a Punycode label decodes. A name with one that doesn't can't be registered. */
function isDecodable(label: string): boolean {
  return !label.startsWith('xn--') || domainToUnicode(label) !== label;
}

/** Whether anyone can register names directly below it: com, co.uk, github.io. */
function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}
