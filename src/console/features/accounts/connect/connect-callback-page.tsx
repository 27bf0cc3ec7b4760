import { Link2 } from 'lucide-react';
import { Navigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import type { ConnectCallback } from './connect-callback.ts';
import { readConnectCallback } from './connect-message.ts';
import type { ConnectReturnState } from './use-connect.ts';

export interface ConnectCallbackPageProps {
  readonly callback: ConnectCallback | undefined;
}

/** Returns to the page where connecting began, and passes the outcome to it. */
export function ConnectCallbackPage({ callback }: ConnectCallbackPageProps) {
  if (callback?.pending) {
    const state: ConnectReturnState = {
      connected: { outcome: readConnectCallback(callback), target: callback.pending.target },
    };
    return <Navigate to={callback.pending.returnTo} replace state={state} />;
  }
  return (
    <>
      <PageHeader title="Connect account" />
      <EmptyState
        icon={<Link2 />}
        title="You started this in another window"
        action={<LinkButton to={paths.home()}>Go to Patron</LinkButton>}
      >
        <p>Open your accounts to see whether the account is connected.</p>
      </EmptyState>
    </>
  );
}
