import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Card } from '#console/ui/card.tsx';
import { EmptyState, MissingScopeState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';

interface InboxGuardProps {
  /** The page's title while it can't be shown. */
  readonly title: string;
  readonly description?: string;
  readonly children: (inbox: Client) => ReactNode;
}

/** A page of the inbox; where there is no inbox, or no right to read it, the page says so. */
export function InboxGuard({ title, description, children }: InboxGuardProps) {
  const { inbox } = useApi();
  const canRead = useScopeReason('webhooks:read') === undefined;
  if (inbox && canRead) return children(inbox);
  return (
    <PageStack>
      <PageHeader title={title} description={description} />
      <Card>
        {inbox ? (
          <MissingScopeState what="webhooks" scope="webhooks:read" />
        ) : (
          <EmptyState title="There is no webhook inbox">
            <p>This deployment of Patron has no gateway that webhooks are delivered to.</p>
          </EmptyState>
        )}
      </Card>
    </PageStack>
  );
}
