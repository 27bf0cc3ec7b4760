import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSftpSite } from './sftp-site.ts';

describe('toSftpSite', () => {
  test.each([
    ['sftp://files.example.com/feed', 'sftp://files.example.com/feed'],
    ['SFTP://Files.Example.COM:22/feed/', 'sftp://files.example.com/feed'],
    ['sftp://files.example.com:2222/a/../b', 'sftp://files.example.com:2222/b'],
    ['sftp://files.example.com:080/', 'sftp://files.example.com:80/'],
    ['sftp://files.example.com', 'sftp://files.example.com/'],
    ['sftp://bücher.example/x', 'sftp://xn--bcher-kva.example/x'],
    ['sftp://[::1]:22/x', 'sftp://[::1]/x'],
  ])('normalizes %s to %s', (text, expected) => {
    expect(toSftpSite(text)).toBe(expected);
  });

  test.each([
    '',
    'files.example.com',
    'https://files.example.com/',
    'sftp://',
    'sftp:///feed',
    'sftp://ada@files.example.com/',
    'sftp://ada:secret@files.example.com/',
    'sftp://files.example.com:0/',
    'sftp://files.example.com:65536/',
    'sftp://files.example.com:x/',
    'sftp://files.example.com/?a',
    'sftp://files.example.com/#a',
    'sftp://files example.com/',
    'sftp://[::zz]/',
  ])('rejects %j', (text) => {
    expect(toSftpSite(text)).toBeUndefined();
  });

  test('is idempotent', () => {
    const path = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })), path, (...parts) => {
        const [host, port, tail] = parts;
        const site = toSftpSite(`sftp://${host}${port === null ? '' : `:${port}`}/${tail}`);
        if (site !== undefined) expect(toSftpSite(site)).toBe(site);
      }),
    );
  });
});
