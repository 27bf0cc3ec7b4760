import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { BrowserRouter } from 'react-router';
import type { Api } from './api/api.ts';
import { ApiContext } from './api/api-context.ts';
import type { ConnectCallback } from './features/accounts/connect/connect-callback.ts';
import { SessionGate } from './layout/session-gate.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionContext } from './session/session-context.ts';
import { ToastProvider } from './ui/feedback/toast.tsx';

interface AppProps {
  readonly sessionContext: NonNullable<ComponentProps<typeof SessionContext>['value']>;
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly isSignInWindow: boolean;
  readonly connectCallback: ConnectCallback | undefined;
}

/** The console with all that its pages are made with. */
export function App({
  sessionContext,
  api,
  queryClient,
  isSignInWindow,
  connectCallback,
}: AppProps) {
  return (
    <SessionContext value={sessionContext}>
      <ApiContext value={api}>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <SessionGate isSignInWindow={isSignInWindow}>
              <BrowserRouter>
                <AppRoutes connectCallback={connectCallback} />
              </BrowserRouter>
            </SessionGate>
          </ToastProvider>
        </QueryClientProvider>
      </ApiContext>
    </SessionContext>
  );
}
