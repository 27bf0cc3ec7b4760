import { formatCount } from '#console/lib/format-number.ts';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';

/** What a verdict means for the person who looks at it. */
export interface Diagnosis {
  /** What happened to the request. */
  readonly meaning: string;
  /** What it probably is, the likeliest first; empty where nothing is wrong. */
  readonly likely: readonly string[];
}

const MILLISECONDS_DIGITS = 13;
const MINUTE_MS = 60_000;

/** Digests of other lengths than SHA-512's 128 hex digits. */
const HEX_LENGTHS: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  64: 'SHA-256',
  96: 'SHA-384',
};

/**
 * Finds out of what a request holds why it was not accepted (loyalty.md, Events; decisions.md, 36).
 * The secret is not known here, so a signature that does not fit is told by its usual causes.
 */
export function diagnoseRequest(request: InboxDelivery): Diagnosis {
  switch (request.verdict) {
    case 'accepted':
      return { meaning: 'Its events were kept and are worked on.', likely: [] };
    case 'duplicate':
      return {
        meaning: 'It was answered with 200, and nothing is done twice.',
        likely: [
          'The answer to an earlier delivery got lost, so the sender sent it again. All is well.',
        ],
      };
    case 'bad_signature':
      return {
        meaning: 'It was answered with 401, and nothing in it is believed.',
        likely: signatureCauses(request),
      };
    case 'stale':
      return {
        meaning:
          'The signature fits, but not the time at which it was made. It was answered with 401.',
        likely: [nonceCause(request)],
      };
    case 'malformed':
      return {
        meaning:
          'The signature fits, but the body is no webhook request. It was answered with 400.',
        likely: [
          'Something other than the loyalty program signs with this secret, or the sender is of another version.',
        ],
      };
    case 'too_large':
      return {
        meaning: 'It was answered with 413 before it was read, and its body was not kept.',
        likely: ['Too many events are put into one request. Send smaller batches.'],
      };
    default:
      return { meaning: 'This verdict is not known to the console.', likely: [] };
  }
}

function signatureCauses({ signature, nonce, body }: InboxDelivery): string[] {
  if (signature === null || nonce === null) {
    const missing = [
      ...(signature === null ? ['x-loyalty-signature'] : []),
      ...(nonce === null ? ['nonce'] : []),
    ].join(' and ');
    return [
      `The sender does not sign, or a proxy on the way drops the header ${missing}.`,
      'Or it is no delivery at all: anybody can post to this address.',
    ];
  }
  const shape = shapeCause(signature);
  if (shape !== undefined) return [shape];
  return [
    ...bodyCauses(body),
    'The sender signs with another secret than the one of this team, an old one perhaps.',
    'What is signed must be the body as it is sent, a colon, and the nonce of the same request.',
  ];
}

/** What else than 128 hex digits a signature is; undefined where it has the right form. */
function shapeCause(signature: string): string | undefined {
  const hex = /^[0-9a-f]+$/i.test(signature);
  if (hex && signature.length === 128) return undefined;
  const other = hex ? HEX_LENGTHS[signature.length] : undefined;
  if (other) return `The signature is ${other} by its length; HMAC-SHA512 is asked for.`;
  if (hex) return `The signature has ${formatCount(signature.length, 'digit')} in place of 128.`;
  if (/^[\w-]+=[0-9a-f]+$/i.test(signature)) {
    return 'The signature has a prefix before the digits; only the digits are asked for.';
  }
  if (/^[\w+/-]{86}(==)?$/.test(signature)) {
    return 'The signature is in Base64; hex is asked for.';
  }
  return 'The signature is not in hex.';
}

function bodyCauses(body: string | null): string[] {
  if (body === null) return [];
  if (/\r?\n$/.test(body)) {
    return ['The body ends with a line break, which was probably added after it was signed.'];
  }
  const compact = compactJson(body);
  if (compact === undefined) return [];
  return [
    compact === body
      ? 'The body was read and written again after it was signed: sign the very bytes that are sent.'
      : 'The body has spaces between its parts, so it was probably formatted after it was signed.',
  ];
}

/** JSON as a program writes it by itself; undefined for what is no JSON. */
function compactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function nonceCause({ nonce, received_at: receivedAt }: InboxDelivery): string {
  if (nonce === null || !/^\d+$/.test(nonce)) {
    return 'The nonce is no number; it is the Unix time in milliseconds.';
  }
  if (nonce.length < MILLISECONDS_DIGITS - 1) {
    return 'The nonce is in seconds; it is the Unix time in milliseconds.';
  }
  if (nonce.length > MILLISECONDS_DIGITS) {
    return 'The nonce is in smaller units than milliseconds.';
  }
  const late = Date.parse(receivedAt) - Number(nonce);
  const minutes = formatCount(Math.max(1, Math.round(Math.abs(late) / MINUTE_MS)), 'minute');
  return late > 0
    ? `It was signed ${minutes} before it came: the sender's clock is slow, or an old request was sent again. Each attempt needs a signature of its own.`
    : `It was signed ${minutes} after it came: the sender's clock is fast.`;
}
