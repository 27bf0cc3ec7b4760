import { formatCount } from '#console/lib/format/format-number.ts';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';

interface RequestDiagnosis {
  readonly summary: string;
  /** Likely causes, the most likely first; empty if nothing is wrong. */
  readonly causes: readonly string[];
}

const MILLISECONDS_DIGITS = 13;
const MINUTE_MS = 60_000;

/** Digests by their number of hex digits. SHA-512 has 128. */
const OTHER_DIGESTS: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  64: 'SHA-256',
  96: 'SHA-384',
};

/**
 * Explains what happened to a request, and why it was rejected (loyalty.md, Events; decisions.md, 36).
 * The console doesn't know the secret, so it lists the usual causes of a signature mismatch.
 */
export function diagnoseRequest(request: InboxDelivery): RequestDiagnosis {
  switch (request.verdict) {
    case 'accepted': {
      if (request.event_count === 0) {
        return { summary: 'Accepted, but there is nothing to process.', causes: [] };
      }
      const events = formatCount(request.event_count, 'event was', 'events were');
      return { summary: `Accepted: ${events} saved.`, causes: [] };
    }
    case 'duplicate':
      return {
        summary: 'Already received; skipped. No action needed.',
        causes: ["The sender didn't get our response to an earlier delivery and sent it again."],
      };
    case 'bad_signature':
      return {
        summary: 'Rejected with 401. Nothing in it was used.',
        causes: signatureCauses(request),
      };
    case 'stale':
      return {
        summary:
          "Rejected with 401. The signature matches, but the request wasn't signed recently.",
        causes: [nonceCause(request)],
      };
    case 'malformed':
      return {
        summary: 'Rejected with 400. The signature matches, but the body is not a valid webhook.',
        causes: [
          'Another system signs with this secret, or the sender uses a different version of the format.',
        ],
      };
    case 'too_large':
      return {
        summary: 'Rejected with 413 before it was read. Its body was not stored.',
        causes: ['There are too many events in one request. Send smaller batches.'],
      };
    default:
      return { summary: "This console doesn't know this outcome.", causes: [] };
  }
}

function signatureCauses({ signature, nonce, body }: InboxDelivery): string[] {
  if (signature === null || nonce === null) {
    const missing =
      signature !== null
        ? 'header nonce'
        : nonce !== null
          ? 'header x-loyalty-signature'
          : 'headers x-loyalty-signature and nonce';
    return [
      `The sender doesn't sign its requests, or a proxy removes the ${missing}.`,
      "The request isn't from the loyalty program. Anyone can post to this URL.",
    ];
  }
  const formatCause = signatureFormatCause(signature);
  if (formatCause !== undefined) return [formatCause];
  return [
    ...bodyCauses(body),
    'The sender is using a different secret, perhaps an old one.',
    'The sender signs something other than the exact body, a colon and the nonce of the same request.',
  ];
}

/** What is wrong with the form of a signature; undefined for 128 hex digits. */
function signatureFormatCause(signature: string): string | undefined {
  const isHex = /^[0-9a-f]+$/i.test(signature);
  if (isHex && signature.length === 128) return undefined;
  const digest = isHex ? OTHER_DIGESTS[signature.length] : undefined;
  if (digest) return `The signature has the length of ${digest}. Use HMAC-SHA512.`;
  if (isHex) return `The signature has ${formatCount(signature.length, 'digit')} instead of 128.`;
  if (/^[\w-]+=[0-9a-f]+$/i.test(signature)) {
    return 'The signature starts with a prefix. Send only the hex digits.';
  }
  if (/^[\w+/-]{86}(==)?$/.test(signature)) {
    return 'The signature is in Base64. Send it in hex.';
  }
  return 'The signature is not in hex.';
}

function bodyCauses(body: string | null): string[] {
  if (body === null) return [];
  if (/\r?\n$/.test(body)) {
    return ['The body ends with a line break that was probably added after signing.'];
  }
  const compact = compactJson(body);
  if (compact === undefined) return [];
  return [
    compact === body
      ? 'The body was re-serialized after signing. Sign the exact bytes you send.'
      : 'The body contains whitespace, so it was probably reformatted after signing.',
  ];
}

/** The JSON without whitespace; undefined if the text is not JSON. */
function compactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function nonceCause({ nonce, received_at: receivedAt }: InboxDelivery): string {
  if (nonce === null || !/^\d+$/.test(nonce)) {
    return 'The nonce is not a number. Send the Unix time in milliseconds.';
  }
  if (nonce.length < MILLISECONDS_DIGITS - 1) {
    return 'The nonce is in seconds. Send the Unix time in milliseconds.';
  }
  if (nonce.length > MILLISECONDS_DIGITS) {
    return 'The nonce is in a smaller unit than milliseconds. Send the Unix time in milliseconds.';
  }
  const ageMs = Date.parse(receivedAt) - Number(nonce);
  const minutes = formatCount(Math.max(1, Math.round(Math.abs(ageMs) / MINUTE_MS)), 'minute');
  return ageMs > 0
    ? `It was signed ${minutes} before we received it. The sender's clock is slow, or it sent an old request again. A signature is valid for 30 minutes.`
    : `It was signed ${minutes} after we received it. The sender's clock is fast.`;
}
