const STORAGE_KEY = 'patron.scroll';
/** How long a page may take to become as long as it was, in ms. */
const PATIENCE_MS = 3000;

/** Scroll positions by the key of the history entry. */
let positions: Record<string, number> = {};

/** Takes over from the browser, which restores before the page has been read. Called once. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
  try {
    positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    positions = {};
  }
  addEventListener('scrollend', remember, { passive: true });
  addEventListener('pagehide', () => {
    remember();
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  });
}

function remember() {
  positions[entryKey()] = window.scrollY;
}

/** The router's key of the entry; the first one has none. */
function entryKey(): string {
  return (history.state as { key?: string } | null)?.key ?? 'default';
}

/**
 * Goes back to where an entry was left; to the top without a key, or where it was never left.
 * Waits for the page to become long enough, until the person scrolls.
 *
 * @returns stops waiting
 */
export function restoreScroll(key: string | undefined): () => void {
  const top = key === undefined ? 0 : (positions[key] ?? 0);
  window.scrollTo(0, top);
  if (window.scrollY >= top - 1) return () => {};

  const ended = new AbortController();
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    ended.abort();
  };
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1) stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  observer.observe(document.body);
  for (const event of ['wheel', 'touchmove', 'keydown'] as const) {
    addEventListener(event, stop, { passive: true, signal: ended.signal });
  }
  return stop;
}
