import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';

export interface PrefetchContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** Of the path: `teamId`, say. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/** Begins to read what a page shows first. What fails is told when the page itself asks for it. */
export type Prefetch = (context: PrefetchContext) => Promise<void>;
