import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toLoadError, toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { CardSection } from '#console/ui/card.tsx';
import { ItemErrorState, ItemStatusPage } from '#console/ui/page/item-status-page.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';

interface ItemStateProps {
  readonly query: UseQueryResult<unknown>;
  /** What the query loads: "account". */
  readonly item: string;
  /** Its plural, if that isn't regular. */
  readonly what?: string;
  /** The scope that reading requires, if the session doesn't have it. */
  readonly missingScope?: string | undefined;
  /** Replaces "Try again" where that can't help. */
  readonly fallbackAction?: ReactNode;
  /** Shown when there is no such item. */
  readonly children?: ReactNode;
}

/** Why there is no item: it is loading, couldn't be loaded, or doesn't exist. */
export function ItemState({ query, item, what = `${item}s`, ...rest }: ItemStateProps) {
  if (isQueryLoading(query)) return <Skeleton height={120} />;
  return (
    <ItemErrorState
      what={what}
      error={toLoadError(query.error, item)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      {...rest}
    />
  );
}

/** Replaces the page of an item, as `ItemState` does. */
export function ItemStatePage({ title, ...props }: ItemStateProps & { readonly title: string }) {
  const state = <ItemState {...props} />;
  return (
    <ItemStatusPage title={title}>
      {isQueryLoading(props.query) ? <CardSection>{state}</CardSection> : state}
    </ItemStatusPage>
  );
}

/** Says that an item is outdated because refetching it failed. */
export function OutdatedItem({ query }: { readonly query: UseQueryResult<unknown> }) {
  const error = toUserFacingError(query.error, "Couldn't refresh this page");
  if (!error) return null;
  return (
    <OutdatedBanner
      error={error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
