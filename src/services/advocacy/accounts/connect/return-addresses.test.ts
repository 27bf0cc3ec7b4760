import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrigin, isRedirectUri } from '#services/advocacy/oauth/clients/client-urls.ts';
import { checkReturnAddresses } from './return-addresses.ts';

describe('origin', () => {
  test('matches exactly the origin of its URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        const { origin } = new URL(address);
        expect(isOrigin(origin)).toBe(true);
        if (address !== origin) expect(isOrigin(address)).toBe(false);
      }),
    );
  });

  test('matches no other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const value of [text, `https://${text}`, `https://a.example${text}`]) {
          if (isOrigin(value)) expect(new URL(value).origin).toBe(value);
        }
      }),
    );
  });

  test.each([
    '',
    '*',
    'null',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'https://a.example/path',
    'https://user@a.example',
    ' https://a.example',
    'ftp://a.example',
    'blob:https://a.example',
    'javascript:alert(1)',
    'https://bücher.example',
  ])('rejects %j', (text) => {
    expect(isOrigin(text)).toBe(false);
  });
});

describe('redirect_uri', () => {
  test.each([
    'https://a.example',
    'https://a.example/back?x=1&y=%20',
    'http://127.0.0.1:4199/callback',
    'https://a.example?x',
  ])('accepts %s', (text) => {
    expect(isRedirectUri(text)).toBe(true);
  });

  test.each([
    '',
    '/back',
    '//a.example/back',
    'https:/a.example',
    'https:\\\\a.example',
    'https://a.example\\@b.example/',
    'https://user:password@a.example/',
    'https://@a.example/',
    'https://a.example/#',
    'https://a.example/#part',
    'https://a.example/ x',
    'https://a.example/\nx',
    ' https://a.example/',
    'javascript:alert(1)//https://a.example',
    'data:text/html,hi',
    'https://',
    `https://a.example/${'x'.repeat(2048)}`,
  ])('rejects %j', (text) => {
    expect(isRedirectUri(text)).toBe(false);
  });

  test('accepts any web URL without fragment and user information', () => {
    const address = fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] });
    fc.assert(
      fc.property(address, fc.webFragments(), (url, fragment) => {
        expect(isRedirectUri(url)).toBe(true);
        expect(isRedirectUri(`${url}#${fragment}`)).toBe(false);
        expect(isRedirectUri(url.replace('://', '://user@'))).toBe(false);
        expect(isRedirectUri(url.replace('://', '://user:password@'))).toBe(false);
      }),
    );
  });

  test('resolves to the host it shows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const value of [`https://a.example${text}`, `https://a.example/${text}`]) {
          if (!isRedirectUri(value)) continue;
          const url = new URL(value);
          expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
          expect(['http:', 'https:']).toContain(url.protocol);
        }
        if (isRedirectUri(`https://a.example/${text}`)) {
          expect(new URL(`https://a.example/${text}`).host).toBe('a.example');
        }
      }),
    );
  });
});

describe('checkReturnAddresses', () => {
  const client = {
    connectOrigins: ['https://a.example'],
    connectRedirectUris: ['https://a.example/back'],
  };
  const sources = (input: { origin?: string; redirect_uri?: string }, allowed = client) =>
    checkReturnAddresses(input, allowed).map(({ source }) => source?.parameter);

  test('accepts only the exact addresses of the client', () => {
    expect(
      sources({ origin: 'https://a.example', redirect_uri: 'https://a.example/back' }),
    ).toEqual([]);
    expect(
      sources({ origin: 'https://b.example', redirect_uri: 'https://a.example/back/' }),
    ).toEqual(['origin', 'redirect_uri']);
    expect(sources({ redirect_uri: 'https://a.example/back?x' })).toEqual(['redirect_uri']);
    expect(sources({})).toEqual([]);
  });

  test('accepts nothing with empty lists, and any valid address without lists', () => {
    const input = { origin: 'https://b.example', redirect_uri: 'https://b.example/' };
    expect(sources(input, { connectOrigins: [], connectRedirectUris: [] })).toHaveLength(2);
    const unlisted = { connectOrigins: null, connectRedirectUris: null };
    expect(checkReturnAddresses(input, unlisted)).toEqual([]);
    expect(checkReturnAddresses(input, undefined)).toEqual([]);
  });
});
