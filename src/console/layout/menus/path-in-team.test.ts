import { Users } from 'lucide-react';
import { expect, test } from 'vitest';
import { paths } from '#console/paths.ts';
import { pathInTeam } from './path-in-team.ts';

const groups = [
  {
    items: [
      { name: 'Members', icon: Users, to: paths.members, key: 'm' },
      { name: 'Domains', icon: Users, to: paths.domains, key: 'd' },
    ],
  },
];

test.each([
  ['/teams/1/domains', '/teams/2/domains'],
  ['/teams/1/members/M-000001/edit', '/teams/2/members'],
  ['/teams/1/domains-of-old', '/teams/2/overview'],
  ['/teams/1/unknown', '/teams/2/overview'],
  ['/security', '/teams/2/overview'],
])('switching teams at %s leads to %s', (page, expected) => {
  expect(pathInTeam(page, '2', groups)).toBe(expected);
});
