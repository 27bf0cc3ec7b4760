import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import { upstreamUrl } from './upstream-url.ts';

const BASE = 'https://loyalty.example.com/v2';

const unsafePart = fc.constantFrom(
  '.',
  '..',
  '/',
  '\\',
  '%2e',
  '%2F',
  '?',
  '#',
  ';',
  '@',
  ':',
  '//',
  '\r\n',
  ' ',
  'é',
  'admin',
);
const id = fc.oneof(
  fc.array(unsafePart, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()),
);

test('keeps any id in one segment of the path or rejects it', () => {
  let passed = 0;
  fc.assert(
    fc.property(id, (member) => {
      let built: string;
      try {
        built = upstreamUrl(BASE, listMemberActivities, { member }, '/any?count=5');
      } catch (error) {
        expect(error).toMatchObject({ status: 404 });
        return;
      }
      passed += 1;
      const url = new URL(built);
      expect(url.origin).toBe('https://loyalty.example.com');
      expect([url.search, url.hash]).toEqual(['?count=5', '']);
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(6);
      expect([...segments.slice(0, 4), segments[5]]).toEqual([
        '',
        'v2',
        'loyalty',
        'members',
        'activities',
      ]);
      expect(decodeURIComponent(segments[4] ?? '')).toBe(member);
      // Safe even if a server behind the upstream decodes it again.
      expect(member.split(/[/\\]/)).not.toContain('..');
    }),
    { numRuns: 2_000 },
  );
  expect(passed).toBeGreaterThan(500);
});

test('leaves the query unchanged', () => {
  const build = (url: string) =>
    upstreamUrl(`${BASE}/`, listMemberActivities, { member: 'M' }, url);
  expect(build('/x')).toBe(`${BASE}/loyalty/members/M/activities`);
  expect(build('/x?a=%7B%22&b=??')).toBe(`${BASE}/loyalty/members/M/activities?a=%7B%22&b=??`);
});
