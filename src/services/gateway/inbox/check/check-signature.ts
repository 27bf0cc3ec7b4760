import { timingSafeEqual } from 'node:crypto';
import type { SignatureCause, SignatureCheck } from '#contract/gateway/webhook-checks.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import { MIN_PLAUSIBLE_MS } from '#services/gateway/inbox/receive/signature.ts';
import { isRewritable } from './rewrite-json.ts';
import { SearchBudget } from './search-budget.ts';
import {
  BODY_VARIANTS,
  hmac,
  lazily,
  MESSAGE_VARIANTS,
  plainDigests,
  secretVariants,
} from './signing-mistakes.ts';

/** Combinations of two mistakes are tried on bodies up to this size, which takes some milliseconds. */
const COMBINED_MAX_BYTES = 16 * 1024;
const isCombined = ({ byteLength }: Uint8Array) => byteLength <= COMBINED_MAX_BYTES;
/** Longer texts are shortened in the middle. */
const SHOWN_CHARS = 400;

/** By the length of the digest in bytes. */
const ALGORITHMS: Readonly<Record<number, { id: string; name: string }>> = {
  16: { id: 'md5', name: 'MD5' },
  20: { id: 'sha1', name: 'SHA-1' },
  28: { id: 'sha224', name: 'SHA-224' },
  32: { id: 'sha256', name: 'SHA-256' },
  48: { id: 'sha384', name: 'SHA-384' },
  64: { id: 'sha512', name: 'SHA-512' },
};

interface CheckedRequest {
  readonly body: Uint8Array;
  readonly nonce: string;
  readonly signature: string;
}

interface Mistake {
  readonly cause: SignatureCause;
  /** Completes "The sender ..."; without a period. */
  readonly mistake: string;
  readonly advice: string;
}

/**
 * Checks a signature and, if it doesn't match, tries the usual mistakes to name the one that was made
 * (decisions.md, 51). Whether the nonce is recent is not checked.
 *
 * @param otherSecrets that senders confuse with the webhook secret, by their names
 * @param budget limits the search for mistakes
 */
export function checkSignature(
  request: CheckedRequest,
  secret: string,
  otherSecrets: Readonly<Record<string, string>>,
  budget = new SearchBudget(),
): SignatureCheck {
  const { body, nonce, signature } = request;
  if (signature === '') {
    const advice = `Send it in the header ${WEBHOOK_SIGNATURE_HEADER}.`;
    return failed('missing_signature', `The signature is missing. ${advice}`, request);
  }
  if (nonce === '') {
    const advice = `Send the Unix time in milliseconds in the header ${WEBHOOK_NONCE_HEADER}.`;
    return failed('missing_nonce', `The nonce is missing. ${advice}`, request);
  }
  const decoded = decodeSignature(signature);
  const algorithm = decoded && ALGORITHMS[decoded.digest.length];
  if (!decoded || !algorithm) {
    return failed('malformed_signature', describeMalformed(signature), request);
  }
  const formatMistakes = [...decoded.mistakes, ...algorithmMistakes(algorithm)];
  const isMatch = (digest: Buffer) =>
    digest.length === decoded.digest.length && timingSafeEqual(digest, decoded.digest);
  const found = findSigningMistakes(
    { body, nonce, secret, algorithm: algorithm.id, otherSecrets },
    isMatch,
    budget,
  );
  if (!found) {
    if (formatMistakes.length > 0) {
      return explain(formatMistakes, request, ' After that, it may still not match.');
    }
    const isComplete = !budget.isUsedUp && isCombined(body) && isRewritable(body);
    return failed('unknown', isComplete ? UNKNOWN : NOT_ALL_TRIED, request);
  }
  const mistakes = [...found, ...formatMistakes];
  if (mistakes.length > 0) return explain(mistakes, request);
  return checkNonce(request);
}

const UNKNOWN =
  'None of the usual mistakes produces this signature. The sender probably uses a different secret, or the body or nonce you checked is not the one that was signed.';

const NOT_ALL_TRIED =
  'None of the mistakes that were tried produces this signature. Not all were tried, because the body is too large or nested too deeply. Check a smaller request.';

/** The signature matches; what is left is the format of the nonce. */
function checkNonce(request: CheckedRequest): SignatureCheck {
  const { nonce } = request;
  if (!/^\d{1,15}$/.test(nonce)) {
    const detail = 'The signature matches, but the nonce is not a number.';
    return failed('nonce_format', `${detail} Send the Unix time in milliseconds.`, request);
  }
  if (Number(nonce) < MIN_PLAUSIBLE_MS) {
    const detail = 'The signature matches, but the nonce is in seconds.';
    return failed('nonce_in_seconds', `${detail} Send the Unix time in milliseconds.`, request);
  }
  const explanation = 'The signature matches.';
  return { valid: true, cause: null, explanation, expected_over: expectedOver(request) };
}

function explain(mistakes: readonly Mistake[], request: CheckedRequest, note = ''): SignatureCheck {
  const [first] = mistakes;
  const what = mistakes.map(({ mistake }) => mistake).join(', and ');
  const advice = [...new Set(mistakes.map((each) => each.advice))].join(' ');
  return failed(first?.cause ?? 'unknown', `The sender ${what}. ${advice}${note}`, request);
}

function failed(
  cause: SignatureCause,
  explanation: string,
  request: CheckedRequest,
): SignatureCheck {
  return { valid: false, cause, explanation, expected_over: expectedOver(request) };
}

/** The text to sign. */
function expectedOver({ body, nonce }: CheckedRequest): string | null {
  if (nonce === '') return null;
  const text = `${new TextDecoder().decode(body)}:${nonce}`;
  if (text.length <= SHOWN_CHARS) return text;
  const half = SHOWN_CHARS / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

interface DecodedSignature {
  readonly digest: Buffer;
  readonly mistakes: readonly Mistake[];
}

function decodeSignature(signature: string): DecodedSignature | undefined {
  const [, prefix = '', text = ''] =
    /^((?:hmac-?)?sha-?\d{1,3}=|v1=)?(.*)$/is.exec(signature) ?? [];
  const value = text.trim();
  const mistakes: Mistake[] =
    prefix === ''
      ? []
      : [
          {
            cause: 'prefix',
            mistake: `puts “${prefix}” before the signature`,
            advice: 'Send only the hex digits.',
          },
        ];
  if (value !== text) {
    const mistake = 'sends the signature with white space around it';
    mistakes.push({ cause: 'encoding', mistake, advice: 'Send only the hex digits.' });
  }
  if (/^(?:[0-9a-f]{2})+$/i.test(value)) return { digest: Buffer.from(value, 'hex'), mistakes };
  if (!/^[\w+/-]+={0,2}$/.test(value)) return undefined;
  const mistake = 'sends the signature in Base64';
  mistakes.push({ cause: 'encoding', mistake, advice: 'Send it in hex.' });
  return { digest: Buffer.from(value, 'base64'), mistakes };
}

function algorithmMistakes({ id, name }: { id: string; name: string }): Mistake[] {
  if (id === 'sha512') return [];
  return [{ cause: 'algorithm', mistake: `uses ${name}`, advice: 'Use HMAC-SHA512.' }];
}

function describeMalformed(signature: string): string {
  return /^[0-9a-f]+$/i.test(signature)
    ? `The signature has ${signature.length} hex digits instead of 128. Send the whole HMAC-SHA512.`
    : 'The signature is not in hex. Send the HMAC-SHA512 as 128 hex digits.';
}

interface SigningInput extends Omit<CheckedRequest, 'signature'> {
  readonly secret: string;
  readonly algorithm: string;
  readonly otherSecrets: Readonly<Record<string, string>>;
}

/**
 * The mistakes that lead to the signature, none if it is right; undefined if no combination does that was
 * tried within the budget.
 */
function findSigningMistakes(
  { body, nonce, secret, algorithm, otherSecrets }: SigningInput,
  isMatch: (digest: Buffer) => boolean,
  budget: SearchBudget,
): Mistake[] | undefined {
  const bodies = lazily(BODY_VARIANTS, ({ apply }) => apply(body));
  const right = { secret, body: body as Uint8Array | string, message: RIGHT_MESSAGE };
  const try_ = ({ secret: key, body: signed, message }: typeof right) =>
    budget.spend(signed.length) && isMatch(hmac(algorithm, key, message(signed, nonce)));
  // The right signature is recognized whatever the size.
  if (isMatch(hmac(algorithm, secret, RIGHT_MESSAGE(body, nonce)))) return [];

  const secrets = secretVariants(otherSecrets);
  for (const { variant, value } of bodies()) {
    if (try_({ ...right, body: value })) return [variant];
  }
  for (const variant of MESSAGE_VARIANTS) {
    if (try_({ ...right, message: variant.apply })) return [variant];
  }
  for (const variant of secrets) {
    if (try_({ ...right, secret: variant.apply(secret) })) return [variant];
  }
  if (!budget.spend(3 * body.length)) return undefined;
  if (plainDigests(algorithm, secret, RIGHT_MESSAGE(body, nonce)).some(isMatch)) return [NOT_KEYED];
  if (!isCombined(body)) return undefined;

  for (const message of MESSAGE_VARIANTS) {
    for (const { variant, value } of bodies()) {
      if (try_({ ...right, body: value, message: message.apply })) return [message, variant];
    }
    for (const other of secrets) {
      const wrong = { ...right, secret: other.apply(secret), message: message.apply };
      if (try_(wrong)) return [other, message];
    }
  }
  for (const other of secrets) {
    for (const { variant, value } of bodies()) {
      if (try_({ ...right, body: value, secret: other.apply(secret) })) return [other, variant];
    }
  }
  return undefined;
}

const RIGHT_MESSAGE = (body: Uint8Array | string, nonce: string): Uint8Array =>
  Buffer.concat([Buffer.from(body as string), Buffer.from(`:${nonce}`)]);

const NOT_KEYED: Mistake = {
  cause: 'not_keyed',
  mistake: 'uses a plain hash of the message',
  advice: 'Use HMAC-SHA512 with the secret as its key.',
};
