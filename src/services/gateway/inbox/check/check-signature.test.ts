import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSignature } from './check-signature.ts';
import { SearchBudget } from './search-budget.ts';

const SECRET = 'patron-test-webhook-secret';
const OTHERS = { "the team's API key": 'key-of-the-api' };
const NONCE = '1795262400000';
const BODY = '{"request_id":"r-1","events":[{"id":"é/1","data":{"b":1,"a":[1,2]}}]}';

interface Signing {
  body?: string;
  message?: string;
  secret?: string;
  algorithm?: string;
  encoding?: 'hex' | 'base64';
}
const sign = ({
  body = BODY,
  message = `${body}:${NONCE}`,
  secret = SECRET,
  algorithm = 'sha512',
  encoding = 'hex',
}: Signing = {}) => createHmac(algorithm, secret).update(message).digest(encoding);

const check = (signature: string, { body = BODY, nonce = NONCE } = {}) =>
  checkSignature({ body: Buffer.from(body), nonce, signature }, SECRET, OTHERS);

describe('signature check', () => {
  test('accepts the right signature, in upper case too', () => {
    expect(check(sign())).toEqual({
      valid: true,
      cause: null,
      explanation: 'The signature matches.',
      expected_over: `${BODY}:${NONCE}`,
    });
    expect(check(sign().toUpperCase()).valid).toBe(true);
  });

  test('never contains the right signature or the secret', () => {
    const text = JSON.stringify(check(sign({ secret: 'wrong' })));
    expect(text).not.toContain(sign());
    expect(text).not.toContain(SECRET);
  });

  const parsed = JSON.parse(BODY) as unknown;
  test.each<[string, string]>([
    ['trailing_line_break', sign({ body: `${BODY}\n` })],
    ['reserialized', sign({ body: JSON.stringify(parsed, null, 2) })],
    ['reserialized', sign({ body: BODY.replaceAll('/', '\\/').replaceAll('é', '\\u00e9') })],
    [
      'reserialized',
      sign({
        body: BODY.replace('"b":1,"a":[1,2]', '"a":[1,2],"b":1').replace(
          '{"request_id":"r-1","events":[{"id":"é/1","data":{"a":[1,2],"b":1}}]}',
          '{"events":[{"data":{"a":[1,2],"b":1},"id":"é/1"}],"request_id":"r-1"}',
        ),
      }),
    ],
    [
      'reserialized',
      sign({
        body: '{"request_id": "r-1", "events": [{"id": "\\u00e9/1", "data": {"b": 1, "a": [1, 2]}}]}',
      }),
    ],
    ['missing_colon', sign({ message: BODY + NONCE })],
    ['nonce_first', sign({ message: `${NONCE}:${BODY}` })],
    ['body_only', sign({ message: BODY })],
    ['nonce_in_seconds', sign({ message: `${BODY}:${NONCE.slice(0, -3)}` })],
    ['algorithm', sign({ algorithm: 'sha256' })],
    ['encoding', sign({ encoding: 'base64' })],
    ['prefix', `sha512=${sign()}`],
    ['not_keyed', createHash('sha512').update(`${BODY}:${NONCE}`).digest('hex')],
    ['secret_whitespace', sign({ secret: `${SECRET}\n` })],
    ['secret_whitespace', sign({ secret: `${SECRET} ` })],
    ['other_secret', sign({ secret: 'key-of-the-api' })],
    ['malformed_signature', 'certainly!'],
    ['malformed_signature', sign().slice(0, 127)],
    ['missing_signature', ''],
    ['unknown', sign({ secret: 'another one' })],
  ])('names %s', (cause, signature) => {
    expect(check(signature)).toMatchObject({ valid: false, cause });
  });

  test('names what was done to the body after it was signed', () => {
    const sent = `${BODY}\r\n`;
    expect(check(sign(), { body: sent })).toMatchObject({ cause: 'trailing_line_break' });
    const lines = '{\n"events": []\n}';
    expect(check(sign({ body: lines.replaceAll('\n', '\r\n') }), { body: lines })).toMatchObject({
      cause: 'line_endings',
    });
    expect(check(sign(), { body: JSON.stringify(JSON.parse(BODY), null, 4) })).toMatchObject({
      cause: 'reserialized',
    });
  });

  test('names two mistakes made together', () => {
    const { cause, explanation } = check(
      sign({ message: BODY, secret: `${SECRET}\n`, encoding: 'base64' }),
    );
    expect(cause).toBe('secret_whitespace');
    expect(explanation).toMatch(/line break.*without the nonce.*Base64/);
  });

  test('recognizes a nonce in seconds that was also sent in seconds', () => {
    const nonce = '1795262400';
    const signature = createHmac('sha512', SECRET).update(`${BODY}:${nonce}`).digest('hex');
    expect(check(signature, { nonce })).toMatchObject({ cause: 'nonce_in_seconds' });
  });

  describe('of a body that is costly to check', () => {
    const wrong = sign({ secret: 'another one' });
    const lists = (depth: number, content = '') =>
      `${'['.repeat(depth)}${content}${']'.repeat(depth)}`;

    test.each([
      ['nested deeply', lists(4_000)],
      ['that would grow too much by indentation', lists(90, Array(8_000).fill(1).join())],
      ['that is large', JSON.stringify('x'.repeat(20_000))],
    ])('says that not every mistake was tried if it is %s', (_what, body) => {
      expect(check(wrong, { body })).toMatchObject({
        cause: 'unknown',
        explanation: expect.stringContaining('Not all were tried'),
      });
      // Mistakes that don't need its JSON are named.
      expect(check(sign({ message: `${NONCE}:${body}` }), { body }).cause).toBe('nonce_first');
      expect(check(sign({ body }), { body }).valid).toBe(true);
    });

    test('stops after some work, unless the signature is right', () => {
      const request = { body: Buffer.from(BODY), nonce: NONCE };
      for (const limit of [{ maxBytes: 3 * BODY.length }, { maxMs: -1 }]) {
        const budget = () => new SearchBudget(limit);
        const checkWithin = (signature: string) =>
          checkSignature({ ...request, signature }, SECRET, OTHERS, budget());
        expect(checkWithin(wrong).explanation).toContain('Not all were tried');
        expect(checkWithin(sign({ message: BODY, secret: `${SECRET}\n` })).cause).toBe('unknown');
        expect(checkWithin(sign()).valid).toBe(true);
      }
    });

    test('tries every mistake in a body as large as a usual one', () => {
      const body = JSON.stringify({ events: Array(20).fill(JSON.parse(BODY)) });
      expect(check(wrong, { body }).explanation).toContain('None of the usual mistakes');
    });
  });

  test('is right about any body, nonce and secret, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.nat(),
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.constant(undefined)),
        (body, nonce, secret, signature) => {
          const message = Buffer.concat([Buffer.from(body), Buffer.from(`:${nonce}`)]);
          const right = createHmac('sha512', secret).update(message).digest('hex');
          const { valid, cause } = checkSignature(
            { body: Buffer.from(body), nonce: String(nonce), signature: signature ?? right },
            secret,
            {},
          );
          // A small nonce is in seconds, however it was signed.
          expect(valid || cause === 'nonce_in_seconds').toBe(signature === undefined);
        },
      ),
    );
  });
});
