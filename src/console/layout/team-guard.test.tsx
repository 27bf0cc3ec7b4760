import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Api } from '#console/api/api.ts';
import { ApiContext } from '#console/api/api-context.ts';
import { mount } from '#console/lib/testing/mount.ts';
import { Home } from './team-guard.tsx';

const USER = {
  data: { id: '1', type: 'user', attributes: { email: 'ada@brand.test' } },
  included: [{ id: '7', type: 'team', attributes: { name: 'Northwind' } }],
};

/** Renders the start page while the user and the code of another page are still loading. */
async function openHome() {
  const user = Promise.withResolvers<typeof USER>();
  const code = Promise.withResolvers<null>();
  const router = createMemoryRouter([
    { path: '/', element: <Home /> },
    { path: '/security', loader: () => code.promise, element: null },
    { path: '/teams/:teamId/overview', element: null },
  ]);
  const api = { advocacy: { request: () => user.promise } } as unknown as Api;
  const client = new QueryClient();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const render = await mount();
  await render(
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <RouterProvider router={router} />
      </ApiContext>
    </QueryClientProvider>,
  );
  return { router, user, code };
}

test('the start page redirects to a team once the user is known', async () => {
  const { router, user } = await openHome();
  await act(async () => user.resolve(USER));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/teams/7/overview'));
});

test('a link that is followed before the user is known leads to its page', async () => {
  const { router, user, code } = await openHome();
  await act(async () => void router.navigate('/security'));
  await act(async () => user.resolve(USER));
  await act(async () => code.resolve(null));
  expect(router.state.location.pathname).toBe('/security');
});
