/** What the build writes into the page (vite.config.ts): the files of each section's page. */
type SectionFiles = Readonly<Record<string, readonly string[]>>;

/** `/teams/1/members`, `/profile`. */
const SECTION_PATH = /^\/(?:teams\/[^/]+\/)?([\w-]+)\/?$/;

/**
 * Has the browser fetch the files of the section that the visit begins on, before the code of the
 * shell, which knows every page, is there to do so.
 */
export function preloadSection(pathname: string): void {
  const section = SECTION_PATH.exec(pathname)?.[1];
  const table = document.getElementById('section-files')?.textContent;
  // The development server has no such files.
  if (section === undefined || !table) return;
  const files = (JSON.parse(table) as SectionFiles)[section] ?? [];
  for (const file of files) preload(file, file.endsWith('.css') ? 'style' : 'script');
}

/** Has the browser fetch a file that will be needed. */
export function preload(href: string, kind: 'script' | 'style' | 'font'): void {
  const link = document.createElement('link');
  link.rel = kind === 'script' ? 'modulepreload' : 'preload';
  if (kind !== 'script') link.as = kind;
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
