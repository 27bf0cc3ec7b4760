import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page or dialog whose code is loaded when it is first needed. */
export interface LazyComponent<Props = object> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Begins to load the code, for a link that is about to be followed; resolves also where it fails. */
  readonly preload: () => Promise<void>;
}

/** The code can't be had: no network, or a deploy has replaced it since. */
export class ComponentLoadError extends Error {
  override readonly name = 'ComponentLoadError';
}

/** @param load imports the module and picks: `async () => (await import(…)).DomainsPage` */
export function lazyComponent<Props = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  function loadOnce() {
    loading ??= load().catch((cause: unknown) => {
      // So that the next try is a new one.
      loading = undefined;
      throw new ComponentLoadError('The code could not be loaded', { cause });
    });
    return loading;
  }
  return {
    Component: lazy(async () => ({ default: await loadOnce() })),
    preload: () =>
      loadOnce().then(
        () => {},
        () => {},
      ),
  };
}
