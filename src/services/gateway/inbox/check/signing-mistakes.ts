import { createHash, createHmac } from 'node:crypto';
import type { SignatureCause } from '#contract/gateway/webhook-checks.ts';
import { asciiJson, pythonJson, rewriteJson, sortedJson } from './rewrite-json.ts';

/** One way to compute a signature, and what is wrong with it. */
interface Variant<Value> {
  readonly cause: SignatureCause;
  /** Completes "The sender ..."; without a period. */
  readonly mistake: string;
  readonly advice: string;
  readonly apply: Value;
}

type BodyVariant = Variant<(body: Uint8Array) => Uint8Array | string | undefined>;
type MessageVariant = Variant<(body: Uint8Array | string, nonce: string) => Uint8Array>;
type SecretVariant = Variant<(secret: string) => string>;

const EXACT_BYTES = 'Sign the exact bytes that you send.';
const MESSAGE = 'Sign the body, a colon and the nonce, in this order.';

const decode = (body: Uint8Array) => new TextDecoder().decode(body);
const reserialized = (how: string) => ({
  cause: 'reserialized' as const,
  mistake: `signed the body after writing its JSON again (${how})`,
  advice: EXACT_BYTES,
});

/** Variants of the body that the sender may have signed instead. */
export const BODY_VARIANTS: readonly BodyVariant[] = [
  {
    cause: 'trailing_line_break',
    mistake: 'signed the body without the line break at its end',
    advice: EXACT_BYTES,
    apply: (body) => (/\n$/.test(decode(body)) ? decode(body).replace(/\r?\n$/, '') : undefined),
  },
  {
    cause: 'trailing_line_break',
    mistake: 'signed the body with a line break at its end that was not sent',
    advice: EXACT_BYTES,
    apply: (body) => `${decode(body)}\n`,
  },
  {
    cause: 'line_endings',
    mistake: 'signed the body with Windows line endings (CRLF) and sent it without',
    advice: EXACT_BYTES,
    apply: (body) => decode(body).replace(/\r?\n/g, '\r\n'),
  },
  {
    cause: 'line_endings',
    mistake: 'signed the body with Unix line endings (LF) and sent it with CRLF',
    advice: EXACT_BYTES,
    apply: (body) => decode(body).replace(/\r\n/g, '\n'),
  },
  { ...reserialized('without spaces'), apply: rewriteJson(JSON.stringify) },
  {
    ...reserialized('with indentation'),
    apply: rewriteJson((value) => JSON.stringify(value, null, 2)),
  },
  {
    ...reserialized('with indentation'),
    apply: rewriteJson((value) => JSON.stringify(value, null, 4)),
  },
  { ...reserialized('with a space after commas and colons'), apply: rewriteJson(pythonJson) },
  {
    ...reserialized('with slashes and other letters escaped'),
    apply: rewriteJson((value) => asciiJson(value).replaceAll('/', '\\/')),
  },
  { ...reserialized('with other letters escaped'), apply: rewriteJson(asciiJson) },
  { ...reserialized('with sorted keys'), apply: rewriteJson(sortedJson) },
];

const bytes = (...parts: readonly (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** How the sender may have put body and nonce together. */
export const MESSAGE_VARIANTS: readonly MessageVariant[] = [
  {
    cause: 'missing_colon',
    mistake: 'left out the colon between body and nonce',
    advice: MESSAGE,
    apply: (body, nonce) => bytes(body, nonce),
  },
  {
    cause: 'nonce_first',
    mistake: 'signed the nonce before the body',
    advice: MESSAGE,
    apply: (body, nonce) => bytes(`${nonce}:`, body),
  },
  {
    cause: 'nonce_first',
    mistake: 'signed the nonce before the body, without a colon',
    advice: MESSAGE,
    apply: (body, nonce) => bytes(nonce, body),
  },
  {
    cause: 'body_only',
    mistake: 'signed the body without the nonce',
    advice: MESSAGE,
    apply: (body) => bytes(body),
  },
  {
    cause: 'nonce_in_seconds',
    mistake: 'signed the nonce in seconds but sent it in milliseconds',
    advice: 'Sign the nonce exactly as you send it, in milliseconds.',
    apply: (body, nonce) => bytes(body, `:${nonce.slice(0, -3)}`),
  },
];

const SECRET_WHITESPACE = {
  cause: 'secret_whitespace' as const,
  advice: 'Remove it where the secret is configured.',
};

/** @param others secrets that senders confuse with the webhook secret, by their names */
export function secretVariants(others: Readonly<Record<string, string>>): SecretVariant[] {
  const whitespace = [
    ['a line break at its end', (secret: string) => `${secret}\n`],
    ['a Windows line break at its end', (secret: string) => `${secret}\r\n`],
    ['a space at its end', (secret: string) => `${secret} `],
    ['a space before it', (secret: string) => ` ${secret}`],
  ] as const;
  return [
    ...whitespace.map(([what, apply]) => ({
      ...SECRET_WHITESPACE,
      mistake: `uses the secret with ${what}`,
      apply,
    })),
    {
      ...SECRET_WHITESPACE,
      mistake: 'uses the secret in quotation marks',
      apply: (secret) => `"${secret}"`,
    },
    ...Object.entries(others).map(([name, other]) => ({
      cause: 'other_secret' as const,
      mistake: `signed with ${name} instead of the webhook secret`,
      advice: "Use the webhook's secret.",
      apply: () => other,
    })),
  ];
}

/** The digest of a keyed hash. */
export function hmac(algorithm: string, secret: string, message: Uint8Array): Buffer {
  return createHmac(algorithm, secret).update(message).digest();
}

/** Digests without a key: the body alone, and with the secret before or after the message. */
export function plainDigests(algorithm: string, secret: string, message: Uint8Array): Buffer[] {
  return [bytes(message), bytes(secret, message), bytes(message, secret)].map((text) =>
    createHash(algorithm).update(text).digest(),
  );
}

/** Computes the value of each variant once, when it is first needed, and skips those without one. */
export function lazily<Variant, Value>(
  variants: readonly Variant[],
  compute: (variant: Variant) => Value | undefined,
) {
  const computed: { variant: Variant; value: Value }[] = [];
  let isComplete = false;
  return function* () {
    if (isComplete) return yield* computed;
    for (const variant of variants) {
      const value = compute(variant);
      if (value === undefined) continue;
      const entry = { variant, value };
      computed.push(entry);
      yield entry;
    }
    isComplete = true;
  };
}
