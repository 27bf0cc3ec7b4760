import type { ReactNode } from 'react';
import { Card } from '#console/ui/card.tsx';
import { PageHeader } from './page-header.tsx';
import { PageStack } from './page-stack.tsx';

interface ItemStatusPageProps {
  /** What can be said of the thing without having read it: its id, or what it is. */
  readonly title: string;
  /** Why it is not shown: one of the list states, or what holds its place. */
  readonly children: ReactNode;
}

/** The page of one thing that isn't there, can't be shown, or is still being read. */
export function ItemStatusPage({ title, children }: ItemStatusPageProps) {
  return (
    <PageStack>
      <PageHeader title={title} />
      <Card>{children}</Card>
    </PageStack>
  );
}
