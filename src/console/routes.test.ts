import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { paths } from './paths.ts';
import { createRoutes } from './routes.tsx';

/** Routes that no link leads to: redirects, unknown addresses, and where a network sends people back. */
const UNLINKED = ['teams/:teamId', 'teams/:teamId/*', 'connect/callback', '*'];

/** As in a deployment that has everything. */
const dependencies = {
  api: {
    sections: { accounts: true, boards: true, domains: true, emailTemplates: true, loyalty: true },
    ...{ inbox: {}, jobs: {}, people: {}, audit: {} },
  },
  connectCallback: undefined,
} as unknown as Parameters<typeof createRoutes>[0];
const routes = createRoutes(dependencies);

/** The patterns of all routes that render something themselves. */
function patternsOf(children: readonly RouteObject[], parent = ''): string[] {
  return children.flatMap(({ path, index, children: nested = [] }) => {
    const pattern = [parent, path].filter(Boolean).join('/');
    const own = path !== undefined || index ? [pattern] : [];
    return [...own, ...patternsOf(nested, pattern)];
  });
}

function patternOf(address: string): string {
  const matches = matchRoutes(routes, address) ?? [];
  return matches.flatMap(({ route }) => route.path ?? []).join('/');
}

test('each address has a route, and each route an address', () => {
  const linked = Object.values(paths).map((build) =>
    patternOf((build as (...ids: string[]) => string)('1', 'some-id')),
  );
  expect([...new Set([...linked, ...UNLINKED])].sort()).toEqual(
    [...new Set(patternsOf(routes))].sort(),
  );
});
