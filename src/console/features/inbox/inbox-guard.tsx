import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Card } from '#console/ui/card.tsx';
import { MissingScopeState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';

interface InboxGuardProps {
  /** The title of the page while it can't be shown. */
  readonly title: string;
  readonly description?: string;
  readonly children: (inbox: Client) => ReactNode;
}

/** Renders its children with the inbox client, or says which scope is missing. */
export function InboxGuard({ title, description, children }: InboxGuardProps) {
  const { inbox } = useApi();
  const canRead = useMissingScope('webhooks:read') === undefined;
  // Without an inbox these pages have no routes.
  if (!inbox) return null;
  if (canRead) return children(inbox);
  return (
    <PageStack>
      <PageHeader title={title} isPlaceholder description={description} />
      <Card>
        <MissingScopeState what="webhooks" scope="webhooks:read" />
      </Card>
    </PageStack>
  );
}
