import { expect, test } from 'vitest';
import { dnsAdvice } from './dns-advice.ts';

const now = new Date('2026-11-21T12:00:00Z');
const records = [
  { name: '_check.shop.example.com', status: 'found' },
  { name: 'shop.example.com', status: 'wrong' },
] as const;

test.each([
  [undefined, /up to an hour/],
  ['2026-11-21T11:51:00Z', /up to an hour/],
  ['2026-11-21T11:50:00Z', /zone example\.com.*shop\.example\.com\.example\.com/],
  ['2026-11-21T11:00:00Z', /other A, AAAA or CNAME records of shop\.example\.com.*proxy/],
  ['2026-11-20T12:00:00Z', /name servers/],
])('the advice for a domain added at %s matches %s', (createdAt, expected) => {
  expect(dnsAdvice({ zone: 'example.com', records, createdAt, now })).toMatch(expected);
});
