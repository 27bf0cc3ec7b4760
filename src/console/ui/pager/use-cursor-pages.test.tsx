import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { mount } from '#console/lib/testing/mount.ts';
import { type CursorView, useCursorPages } from './use-cursor-pages.ts';

interface View extends CursorView {
  readonly q: string | undefined;
  readonly tier: string | undefined;
}

const parse = (search: URLSearchParams): View => ({
  q: search.get('q') ?? undefined,
  tier: search.get('tier') ?? undefined,
  from: 1,
  count: 25,
});

const write = ({ q, tier }: View) =>
  `?${new URLSearchParams({ ...(q && { q }), ...(tier && { tier }) })}`;

let change: ReturnType<typeof useCursorPages<View>>['change'];

function Probe() {
  change = useCursorPages(parse, write).change;
  return null;
}

test('useCursorPages keeps a change that is not rendered yet when the next one is made', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Probe /> }]);
  const render = await mount();
  vi.stubGlobal('scrollTo', () => undefined);
  await render(<RouterProvider router={router} />);
  await act(async () => {
    change({ q: 'ines' });
    change({ tier: 'gold' });
  });
  expect(router.state.location.search).toBe('?q=ines&tier=gold');

  await act(async () => {
    await router.navigate('/?tier=silver');
  });
  await act(async () => change({ q: 'bo' }));
  expect(router.state.location.search).toBe('?q=bo&tier=silver');
});
