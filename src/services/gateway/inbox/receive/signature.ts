import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';

const MINUTE_MS = 60_000;
/**
 * How old the nonce may be, and how far ahead of our clock (decisions.md, 36). A sender repeats a request
 * five times within 20 minutes and may sign it only once.
 */
const MAX_AGE_MS = 30 * MINUTE_MS;
const MAX_AHEAD_MS = 5 * MINUTE_MS;
const HEX_SHA512 = /^[0-9a-f]{128}$/i;
/** Lower nonces are a Unix time in seconds. */
export const MIN_PLAUSIBLE_MS = 100_000_000_000;

interface SignedRequest {
  body: Uint8Array;
  /** The headers; undefined if missing. */
  signature: string | undefined;
  nonce: string | undefined;
}

export interface SignatureError {
  verdict: 'bad_signature' | 'stale';
  /** Shown in the inbox. */
  reason: string;
}

/**
 * Checks that a request was signed recently and with the webhook's secret (loyalty.md, Events).
 * @param body the bytes as received, before any parsing
 * @returns undefined if the signature is valid
 */
export function findSignatureError(
  { body, signature, nonce }: SignedRequest,
  secret: string,
  now: Date,
): SignatureError | undefined {
  const bad = (reason: string) => ({ verdict: 'bad_signature' as const, reason });
  if (signature === undefined) return bad(`The header ${WEBHOOK_SIGNATURE_HEADER} is missing.`);
  if (nonce === undefined) return bad(`The header ${WEBHOOK_NONCE_HEADER} is missing.`);
  if (!HEX_SHA512.test(signature)) {
    return bad('The signature is not an HMAC-SHA512 in hex (128 digits).');
  }
  const expected = createHmac('sha512', secret).update(body).update(`:${nonce}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    return bad("The signature doesn't match.");
  }
  return findNonceError(nonce, now);
}

function findNonceError(nonce: string, now: Date): SignatureError | undefined {
  const stale = (reason: string) => ({ verdict: 'stale' as const, reason });
  if (!/^\d{1,15}$/.test(nonce)) return stale('The nonce is not a Unix time in milliseconds.');
  const ageMs = now.getTime() - Number(nonce);
  if (ageMs <= MAX_AGE_MS && -ageMs <= MAX_AHEAD_MS) return undefined;
  if (Number(nonce) < MIN_PLAUSIBLE_MS) {
    return stale('The nonce is in seconds. It must be a Unix time in milliseconds.');
  }
  const [side, limitMs] = ageMs > 0 ? ['before', MAX_AGE_MS] : ['after', MAX_AHEAD_MS];
  return stale(
    `Signed ${formatDuration(Math.abs(ageMs))} ${side} it was received; ` +
      `the limit is ${limitMs / MINUTE_MS} minutes.`,
  );
}

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: MINUTE_MS },
];

/** A duration in the largest unit of which there are at least two, rounded up. */
function formatDuration(ms: number): string {
  const unit = UNITS.find((each) => ms >= 2 * each.ms) ?? { name: 'minute', ms: MINUTE_MS };
  return `${Math.ceil(ms / unit.ms)} ${unit.name}s`;
}
