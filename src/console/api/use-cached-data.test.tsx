import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mount } from '#console/lib/testing/mount.ts';
import { useCachedData } from './use-cached-data.ts';

const seen: (readonly string[])[] = [];

function Probe() {
  seen.push(useCachedData<string>(['members']));
  return null;
}

test('useCachedData follows the cache and ignores queries under other keys', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['members', 1], 'Ines');
  const render = await mount();
  await render(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  );
  expect(seen).toEqual([['Ines']]);

  await act(async () => {
    queryClient.setQueryData(['accounts', 1], 'Shop');
    queryClient.setQueryData(['members', 2], 'Tomas');
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1));
  });
  expect(seen.at(-1)).toEqual(['Ines', 'Tomas']);

  const renders = seen.length;
  await act(async () => {
    queryClient.setQueryData(['accounts', 1], 'Store');
    // Called after the notification of the change.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  });
  expect(seen).toHaveLength(renders);
});
