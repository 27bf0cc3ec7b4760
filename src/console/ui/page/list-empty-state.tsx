import type { ReactNode } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { EmptyState, ErrorState, MissingScopeState, NoMatchState } from './list-states.tsx';

interface ListEmptyStateProps {
  /** What the list holds, in the plural: "accounts". */
  readonly what: string;
  /** The scope that reading takes, where the session has not got it. */
  readonly missingScope?: string | undefined;
  /** Why the list could not be read. */
  readonly error: UserFacingError | undefined;
  readonly onRetry: () => void;
  readonly retrying: boolean;
  /** The way on where trying again changes nothing: what was asked for isn't there, say. */
  readonly fallbackAction?: ReactNode;
  /** The filters in force, in words; none where the list has no filters. */
  readonly filters?: readonly string[];
  readonly onClearFilters?: () => void;
  /** Leads to the first page; given where the address asks for a later one. */
  readonly onFirstPage?: (() => void) | undefined;
  /** The `EmptyState` of a list that holds nothing at all. */
  readonly children: ReactNode;
}

/** Why a list shows no rows: whichever of the list states it is. */
export function ListEmptyState(props: ListEmptyStateProps) {
  const { what, missingScope, error, filters = [], onClearFilters, onFirstPage } = props;
  if (missingScope !== undefined) return <MissingScopeState what={what} scope={missingScope} />;
  if (error) {
    const { onRetry, retrying, fallbackAction } = props;
    return <ErrorState {...{ error, onRetry, retrying, fallbackAction }} />;
  }
  if (onFirstPage) {
    return (
      <EmptyState
        title="This page is past the end"
        action={<Button onClick={onFirstPage}>First page</Button>}
      >
        <p>There are not as many {what} as that.</p>
      </EmptyState>
    );
  }
  if (filters.length > 0 && onClearFilters) {
    return <NoMatchState what={what} filters={filters} onClear={onClearFilters} />;
  }
  return props.children;
}
