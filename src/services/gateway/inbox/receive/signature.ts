import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';

/** How far the nonce may be from our clock, either way (decisions.md, 36). */
const TOLERANCE_MS = 300_000;
const HEX_SHA512 = /^[0-9a-f]{128}$/i;
/** A Unix time in seconds taken for milliseconds lies before this. */
const SECONDS_BELOW = 100_000_000_000;

interface SignedRequest {
  body: Uint8Array;
  /** The headers; undefined where they are missing. */
  signature: string | undefined;
  nonce: string | undefined;
}

/** Why a request is not taken for the loyalty program's. */
export interface SignatureError {
  verdict: 'bad_signature' | 'stale';
  reason: string;
}

/**
 * Checks that a request was signed with the webhook's secret and not long ago (loyalty.md, Events).
 * @param body the bytes as they came, before anything parsed them.
 * @returns undefined when all is well.
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
    return bad('The signature is not an HMAC-SHA512 in hex: 128 digits.');
  }
  const expected = createHmac('sha512', secret).update(body).update(`:${nonce}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    return bad('The signature does not fit the body, the nonce and the secret of this team.');
  }
  return findNonceError(nonce, now);
}

function findNonceError(nonce: string, now: Date): SignatureError | undefined {
  const stale = (reason: string) => ({ verdict: 'stale' as const, reason });
  if (!/^\d{1,15}$/.test(nonce)) return stale('The nonce is not a Unix time in milliseconds.');
  const distance = Math.abs(now.getTime() - Number(nonce));
  if (distance <= TOLERANCE_MS) return undefined;
  if (Number(nonce) < SECONDS_BELOW) {
    return stale('The nonce looks like seconds; it is a Unix time in milliseconds.');
  }
  return stale(
    `The nonce is ${Math.round(distance / 1000)} seconds from now; at most ${TOLERANCE_MS / 1000} are allowed.`,
  );
}
