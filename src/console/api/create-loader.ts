import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import type { Api } from './api.ts';

export interface LoaderDependencies {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

/**
 * Creates the loader of a page. It starts the page's queries and returns without waiting for them, so
 * that the page shows its own loading state and its own errors.
 */
export type CreateLoader = (dependencies: LoaderDependencies) => LoaderFunction;
