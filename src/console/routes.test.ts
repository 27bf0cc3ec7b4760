import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { decodeParams } from './lib/url/path-params.ts';
import { paths } from './paths.ts';
import { createRoutes } from './routes.tsx';

/** Routes that no link leads to: redirects, unknown addresses, and where a network sends people back. */
const UNLINKED = [
  ...['teams/:teamId', 'teams/:teamId/*', 'teams/:teamId/domains/:domainId/setup'],
  ...['connect/callback', '*'],
];

/** As in a deployment that has everything. */
const dependencies = {
  api: {
    sections: { accounts: true, boards: true, domains: true, emailTemplates: true, loyalty: true },
    ...{ inbox: {}, directory: {}, jobs: {}, people: {}, rules: {}, audit: {}, program: {} },
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

const NASTY_IDS = [
  ...['a/b', 'a%2Fb', 'a%252Fb', 'a%2fb', '%2F', '%', '50%', '%25', 'a?b#c', '#1', 'a+b', 'a b'],
  ...['a\\b', 'ü/ß', '李', '🦊', 'a;b=c', 'a.b', '..a', '&amp;', "'", '"', '1'],
];

test.each(NASTY_IDS)('the id %j of every address is the one that it was made from', (id) => {
  for (const [name, build] of Object.entries(paths)) {
    const ids = Array<string>(build.length).fill(id);
    const { pathname, search } = addressOf((build as (...ids: string[]) => string)(...ids));
    const params = matchRoutes(routes, pathname)?.at(-1)?.params ?? {};
    const found = [
      ...Object.values(decodeParams(params, pathname)),
      ...new URLSearchParams(search).values(),
    ];
    expect(found, name).toEqual(ids);
  }
});

/** Not parsed by `URL`, which would resolve dot segments. */
function addressOf(address: string): { pathname: string; search: string } {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search };
}
