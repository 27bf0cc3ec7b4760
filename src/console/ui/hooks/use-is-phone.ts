import { useSyncExternalStore } from 'react';

const PHONE = '(width < 768px)';

/** Whether the window is so narrow that rows of tables are shown as cards. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

function subscribe(listener: () => void) {
  const query = matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
