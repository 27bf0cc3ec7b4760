const font = (name: string) =>
  new URL(import.meta.resolve(`@fontsource-variable/inter/files/${name}`));

/** Tokens and fonts of the console, for pages that a service renders. The stylesheet names the fonts beside it. */
export const THEME_CSS = new URL('./theme.css', import.meta.url);

/** Files that belong beside the stylesheet, by the name they are served as. */
export const THEME_FILES = {
  'icon.svg': { url: new URL('./icon.svg', import.meta.url), type: 'image/svg+xml' },
  'inter-latin.woff2': { url: font('inter-latin-wght-normal.woff2'), type: 'font/woff2' },
  'inter-latin-ext.woff2': { url: font('inter-latin-ext-wght-normal.woff2'), type: 'font/woff2' },
} as const;
