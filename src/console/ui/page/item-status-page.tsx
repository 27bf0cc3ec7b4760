import { type ReactNode, use } from 'react';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Card } from '#console/ui/card.tsx';
import { Administrators } from './administrators.ts';
import { EmptyState, ErrorState, MissingScopeState } from './list-states.tsx';
import { PageHeader } from './page-header.tsx';
import { PageStack } from './page-stack.tsx';

interface ItemStatusPageProps {
  /** What is known without the item: its id, or what kind of thing it is. */
  readonly title: string;
  /** Why it isn't shown: a list state or a skeleton. */
  readonly children: ReactNode;
}

/** The page of an item that is loading, missing or failed to load. */
export function ItemStatusPage({ title, children }: ItemStatusPageProps) {
  return (
    <PageStack>
      <PageHeader title={title} isPlaceholder />
      <Card>{children}</Card>
    </PageStack>
  );
}

interface ItemErrorStateProps {
  /** What the scope gives access to, in the plural: "accounts". */
  readonly what: string;
  /** The scope that reading requires, if the session doesn't have it. */
  readonly missingScope?: string | undefined;
  readonly error: UserFacingError | undefined;
  readonly onRetry: () => void;
  readonly retrying: boolean;
  /** Replaces "Try again" where that can't help. */
  readonly fallbackAction?: ReactNode;
  /** Shown when the request succeeded without the item. */
  readonly children?: ReactNode;
}

/** Why a single item isn't shown: missing scope, failed request, or not found. */
export function ItemErrorState({ what, missingScope, children, ...rest }: ItemErrorStateProps) {
  const { error, onRetry, retrying, fallbackAction } = rest;
  if (missingScope !== undefined) return <MissingScopeState what={what} scope={missingScope} />;
  if (error) return <ErrorState {...{ error, onRetry, retrying, fallbackAction }} />;
  return children;
}

interface AdministratorsOnlyPageProps {
  readonly title: string;
  readonly description: string;
  readonly icon: ReactNode;
}

/** In place of a page that only the administrators of the team can see. */
export function AdministratorsOnlyPage(props: AdministratorsOnlyPageProps) {
  const { title, description, icon } = props;
  return (
    <PageStack>
      <PageHeader title={title} description={description} />
      <Card>
        <EmptyState icon={icon} title="Only administrators can see this page">
          <p>{askAdministrators(use(Administrators))}</p>
        </EmptyState>
      </Card>
    </PageStack>
  );
}
