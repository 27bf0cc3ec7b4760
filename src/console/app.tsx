import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { Api } from './api/api.ts';
import { ApiContext } from './api/api-context.ts';
import { SessionGuard } from './layout/session-guard.tsx';
import { SessionContext } from './session/session-context.ts';
import { ToastViewport } from './ui/feedback/toast-viewport.tsx';

interface AppProps {
  readonly sessionContext: NonNullable<ComponentProps<typeof SessionContext>['value']>;
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly router: ComponentProps<typeof RouterProvider>['router'];
  readonly isSignInWindow: boolean;
}

export function App({ sessionContext, api, queryClient, router, isSignInWindow }: AppProps) {
  return (
    <SessionContext value={sessionContext}>
      <ApiContext value={api}>
        <QueryClientProvider client={queryClient}>
          <SessionGuard isSignInWindow={isSignInWindow}>
            <RouterProvider router={router} />
          </SessionGuard>
          <ToastViewport onOpen={(page) => void router.navigate(page)} />
        </QueryClientProvider>
      </ApiContext>
    </SessionContext>
  );
}
