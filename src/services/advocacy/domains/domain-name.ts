import { domainToASCII, domainToUnicode } from 'node:url';

const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What has a meaning in an address, so that nothing of it can be taken for a name. */
const NOT_IN_NAMES = /[%\\/?#@:[\]<>^|\s]/;

/** Endings that are never public: IANA's special-use names, ICANN's .internal, and usual habits. */
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
/** Reserved too, for documents and tests: what a demo is. */
const DEMO_ENDINGS = ['test', 'example'];

/** Whether a label that says it is Unicode in ASCII is that: no name can be registered of one that is not. */
const isDecodable = (label: string) =>
  !label.startsWith('xn--') || domainToUnicode(label) !== label;

/**
 * A public host name in the form that it is stored and compared in: ASCII (IDNA) and lower case,
 * without the root's dot (decisions.md, 25).
 * @param demo whether .test and .example pass.
 * @returns undefined when it is no public host name.
 */
export function toDomainName(text: string, { demo }: { demo: boolean }): string | undefined {
  if (NOT_IN_NAMES.test(text)) return undefined;
  const name = domainToASCII(text).toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const ending = labels.at(-1) ?? '';
  const isHostName =
    name.length <= LONGEST_NAME &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label) && isDecodable(label)) &&
    // An ending of digits only is an IP address.
    !/^\d+$/.test(ending);
  if (!isHostName || RESERVED_ENDINGS.includes(ending)) return undefined;
  return demo || !DEMO_ENDINGS.includes(ending) ? name : undefined;
}
