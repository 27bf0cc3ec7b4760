import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { reportConnectionLost, untilConnected } from './connection.ts';

/** Attempts to load code while the server can be reached. */
const MAX_ATTEMPTS = 2;

export interface LazyComponent<Props = object> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Loads the code ahead of time. Never rejects. */
  readonly preload: () => Promise<void>;
}

/** The code could not be loaded, although the server can be reached. */
export class ComponentLoadError extends Error {
  override readonly name = 'ComponentLoadError';
  /** Another version has been deployed since the page was opened. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The code could not be loaded', { cause });
    this.isOutdated = isOutdated;
  }
}

/**
 * Loads code on demand. Without a connection it waits for one.
 *
 * @param load calls `import()`
 * @throws {ComponentLoadError}
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  let hasFailed = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (hasFailed) await repairStylesheets();
      return await load();
    } catch (cause) {
      hasFailed = true;
      const deployment = await checkDeployment();
      if (deployment === 'unreachable') {
        reportConnectionLost();
        await untilConnected();
        attempt = 0;
      } else if (deployment === 'replaced' || attempt === MAX_ATTEMPTS) {
        throw new ComponentLoadError(deployment === 'replaced', cause);
      }
    }
  }
}

/** Whether the server still serves the version that is running: its page names the same entry script. */
async function checkDeployment(): Promise<'unreachable' | 'same' | 'replaced'> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    if (!response.ok) return 'unreachable';
    const page = await response.text();
    return script && !page.includes(script) ? 'replaced' : 'same';
  } catch {
    return 'unreachable';
  }
}

/** Requests stylesheets again that failed: the bundler's loader doesn't. */
async function repairStylesheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loaded = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href));
  await Promise.all(
    links
      .filter(({ href }) => !loaded.has(href))
      .map((link) => {
        const copy = link.cloneNode() as HTMLLinkElement;
        link.after(copy);
        return new Promise((resolve, reject) => {
          copy.addEventListener('load', resolve);
          copy.addEventListener('error', reject);
        });
      }),
  );
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
    loading ??= loadCode(load).catch((error: unknown) => {
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
