import { Link2 } from 'lucide-react';
import { Navigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { type ConnectReturnState, readConnectReply } from './connect-reply.ts';
import type { TakenConnectReply } from './taken-connect-reply.ts';

export interface ConnectCallbackPageProps {
  readonly reply: TakenConnectReply | undefined;
}

/** Leads back to where the person was before the third party, with what came of it. */
export function ConnectCallbackPage({ reply }: ConnectCallbackPageProps) {
  if (reply?.pending) {
    const state: ConnectReturnState = { connected: readConnectReply(reply) };
    return <Navigate to={reply.pending.returnTo} replace state={state} />;
  }
  return (
    <>
      <PageHeader title="Connect account" />
      <EmptyState
        icon={<Link2 />}
        title="This was begun in another window"
        action={<LinkButton to={paths.home()}>Go to Patron</LinkButton>}
      >
        <p>The list of accounts shows whether the account is connected.</p>
      </EmptyState>
    </>
  );
}
