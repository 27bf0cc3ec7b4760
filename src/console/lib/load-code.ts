import { reportConnectionLost, untilConnected } from './connection.ts';
import { loadFailedStylesheets } from './failed-stylesheets.ts';
import type { UserFacingError } from './user-facing-error.ts';

/** The code could not be loaded, although the server can be reached. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';
  /** Another version has been deployed since the page was opened. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The code could not be loaded', { cause });
    this.isOutdated = isOutdated;
  }
}

/**
 * Imports code. Without a connection it waits for one and imports again.
 *
 * @param load calls `import()`
 * @throws {CodeLoadError}
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      await loadFailedStylesheets();
      return await load();
    } catch (cause) {
      const page = await fetchPage();
      if (page !== undefined) throw new CodeLoadError(!page.includes(entryScript()), cause);
      reportConnectionLost();
      await untilConnected();
    }
  }
}

/** The console's HTML as the server has it now; undefined if it can't be reached. */
async function fetchPage(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** The address of the running version's script, which differs in every version. */
function entryScript(): string {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
}

/** Why a part of the console isn't shown, and what to do. */
export function loadErrorMessage(error: unknown): UserFacingError {
  if (!(error instanceof CodeLoadError)) {
    return {
      title: 'This part of Patron failed',
      detail: "Try again. If that doesn't help, reload the page.",
    };
  }
  if (error.isOutdated) {
    return {
      title: 'Patron was updated',
      detail: 'Reload the page to get the new version.',
    };
  }
  return {
    title: "We couldn't load this part of Patron",
    detail: "Try again. If that doesn't help, reload the page.",
  };
}
