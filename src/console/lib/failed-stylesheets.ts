/** Addresses of stylesheets that couldn't be loaded. */
const failed = new Set<string>();

/** Notices stylesheets that fail. The bundler's loader requests each only once. */
export function watchStylesheets(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.add(target.href);
      target.remove();
    },
    { capture: true },
  );
}

/** Loads those again that failed. @throws if one fails again */
export async function loadFailedStylesheets(): Promise<void> {
  await Promise.all(
    Array.from(failed, (href) => {
      failed.delete(href);
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.crossOrigin = '';
      link.href = href;
      return new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', () => reject(new Error(`No stylesheet at ${href}`)));
        document.head.append(link);
      });
    }),
  );
}
