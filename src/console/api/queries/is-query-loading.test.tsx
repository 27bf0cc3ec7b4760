import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { mount } from '#console/lib/testing/mount.ts';
import { isQueryLoading } from './is-query-loading.ts';

afterEach(() => onlineManager.setOnline(true));

const seen: boolean[] = [];

function Probe({ enabled }: { readonly enabled: boolean }) {
  seen.push(isQueryLoading(useQuery({ queryKey: ['boards'], queryFn: () => [], enabled })));
  return null;
}

async function renderProbe(enabled: boolean): Promise<void> {
  seen.length = 0;
  const render = await mount();
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe enabled={enabled} />
    </QueryClientProvider>,
  );
}

test('a query that waits for the connection is loading', async () => {
  onlineManager.setOnline(false);
  await renderProbe(true);
  expect(seen).toEqual([true]);
});

test('a disabled query is not loading', async () => {
  await renderProbe(false);
  expect(seen).toEqual([false]);
});
