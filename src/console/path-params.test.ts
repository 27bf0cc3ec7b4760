import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { decodeParams } from './lib/url/path-params.ts';
import { paths } from './paths.ts';

const NASTY_IDS = [
  ...['a/b', 'a%2Fb', 'a%252Fb', 'a%2fb', '%2F', '%', '50%', '%25', 'a?b#c', '#1', 'a+b', 'a b'],
  ...['a\\b', 'ü/ß', '李', '🦊', 'a;b=c', 'a.b', '..a', '&amp;', "'", '"', '1'],
];

test.each(NASTY_IDS)('the id %j of an address is the one that it was made from', (id) => {
  for (const [pattern, path] of [
    ['/teams/:teamId/members/:memberId', paths.member('1', id)],
    ['/teams/:teamId/members/:memberId/edit', paths.editMember('1', id)],
    ['/teams/:teamId/activities/:memberId', paths.activity('1', id)],
  ] as const) {
    const [match] = matchRoutes([{ path: pattern }], path) ?? [];
    expect(decodeParams(match?.params ?? {}, path)).toEqual({ teamId: '1', memberId: id });
  }
});

test('an address that was not escaped correctly keeps what the router makes of it', () => {
  expect(decodeParams({ memberId: '50%' }, '/members/50%')).toEqual({ memberId: '50%' });
});
