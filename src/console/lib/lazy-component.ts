import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface LazyComponent<Props = object> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Loads the code ahead of time. Never rejects. */
  readonly preload: () => Promise<void>;
}

/** The code could not be loaded: there is no network, or a deployment has replaced the file. */
export class ComponentLoadError extends Error {
  override readonly name = 'ComponentLoadError';
}

/** Makes `load` reject with a `ComponentLoadError`. */
export function withLoadError<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new ComponentLoadError('The code could not be loaded', { cause });
    }
  };
}

/**
 * A component that is not part of its page's code.
 *
 * @param load imports the module and selects the component: `async () => (await import(…)).Chart`
 */
export function lazyComponent<Props = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  function loadOnce() {
    loading ??= withLoadError(load)().catch((error: unknown) => {
      // The next attempt imports again.
      loading = undefined;
      throw error;
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
