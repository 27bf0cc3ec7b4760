import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './src/services/platform/testing/processes-first.ts';

/**
 * React Router names its components for the developer tools by assignments that keep even those in
 * the bundle that nobody imports (forms, scroll restoration: 1.5 KB of the shell's budget).
 */
function dropRouterDisplayNames(): Plugin {
  return {
    name: 'drop-router-display-names',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return undefined;
      return code
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/= (React(?:\$1)?\.(?:forwardRef|createContext|memo)\()/g, '= /*@__PURE__*/ $1');
    },
  };
}

/**
 * Has the browser run `first.ts` as soon as it is there, before the rest of the shell, and tells it in
 * the page which files each section consists of: see docs/decisions/console/members-page-speed.md.
 */
function startFirst(): Plugin {
  return {
    name: 'start-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = chunks.find(({ name }) => name === 'first');
        if (!first) throw new Error('The build has no chunk named first');
        return [
          {
            tag: 'script',
            attrs: {
              type: 'module',
              async: true,
              crossorigin: true,
              fetchpriority: 'high',
              src: `/${first.fileName}`,
            },
            injectTo: 'head',
          },
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'section-files' },
            children: JSON.stringify(sectionFiles(chunks)),
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

/** A section's first page, and what reads its data; the pages below it are preloaded by the shell. */
const SECTION_ENTRY = /\/features\/([\w-]+)\/(?:\1-page\.tsx|prefetch-\1\.ts)$/;

/** The scripts and styles of each section's page that the shell does not load itself. */
function sectionFiles(chunks: readonly Rolldown.OutputChunk[]): Record<string, string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = (chunk: Rolldown.OutputChunk, files = new Set<string>()): Set<string> => {
    if (files.has(chunk.fileName)) return files;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) filesOf(imported, files);
    }
    return files;
  };
  const shell = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [...filesOf(entry)]),
  );
  const sections: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const section = SECTION_ENTRY.exec(chunk.facadeModuleId ?? '')?.[1];
    if (section === undefined) continue;
    const own = [...filesOf(chunk)].filter((file) => !shell.has(file)).map((file) => `/${file}`);
    sections[section] = [...new Set([...(sections[section] ?? []), ...own])];
  }
  return sections;
}

/**
 * Has the browser compile a file's functions while it arrives, on a thread of its own, rather than one by
 * one as they are called: most of React is called before the first page is there.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  plugins: [react(), dropRouterDisplayNames(), startFirst()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The Content-Security-Policy allows files of our own origin only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Smaller than the default's output by about one per cent, which the shell's budget needs.
    minify: 'terser',
    // Getters without side effects are what the tree shaking below takes for granted as well.
    terserOptions: { ecma: 2020, compress: { passes: 3, pure_getters: true } },
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        // Schemas and endpoints of the contract that only the services use are left out.
        manualPureFunctions: ['z', 'defineEndpoint'],
      },
      output: {
        postBanner: ({ name }) => (name === 'vendor' ? COMPILE_ALL : ''),
        // The shell lists every lazy file by its name: short ones are part of its budget too.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // What every page needs and hardly a release of ours changes: one file, which compresses
          // better than several and stays in the browser's cache.
          groups: [
            // What begins before the rest is there, in a file of its own.
            {
              name: 'first',
              priority: 4,
              test: /console[\\/](first|preload-section|begin-first-reads|session[\\/](begun-refresh|config-answer|refresh-token-store|session-worker|spend-refresh-token|token-endpoint)|lib[\\/]sleep|api[\\/](http|api-error|begun-reads))\.ts|contract[\\/]advocacy[\\/]errors\.ts/,
            },
            {
              name: 'vendor',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query)|zod|oauth4webapi|cookie)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper|console[\\/]lib[\\/]class-names|console[\\/]api[\\/]api-context|contract[\\/](endpoint|open-enum|storable-text|advocacy[\\/](json-api|text))\.ts/,
            },
            // What the shell loads besides.
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // What many pages share, in few files: browsers fetch six at a time from one server, and
            // left to itself the build cuts a page into eighty.
            {
              name: 'kit',
              priority: 1,
              // Filters are left out: the forms, which are the largest pages, have none.
              test: /console[\\/](ui[\\/](?!filter-|language-filter|page-language)|(lib|api|session)[\\/])|node_modules[\\/]lucide-react[\\/]/,
              minShareCount: 4,
            },
            {
              name: 'contract',
              priority: 1,
              test: /src[\\/]contract[\\/]loyalty[\\/](?!activities|rules|webhooks)|console[\\/]lib[\\/]use-cursor-pages/,
              minShareCount: 2,
            },
            // The first page that most people see has its own, apart from what the forms need.
            {
              name: 'members',
              test: /features[\\/]members[\\/](frequent-tags|filter-words|members-(queries|view)|member-(act-|acts|name|refusal|status))|icons[\\/]pencil/,
            },
            // What lists alone have: their filters, and how they say that there is no program.
            {
              name: 'lists',
              test: /console[\\/]ui[\\/](filter-|language-filter)|icons[\\/]unplug/,
              minShareCount: 2,
            },
            { name: 'react-hook-form', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              // Bytes of source; smaller files are joined with their like.
              entriesAwareMergeThreshold: 4000,
            },
          ],
        },
      },
    },
    // Read by the bundle budgets.
    manifest: true,
  },
  server: {
    port: 5173,
    strictPort: true,
    // Also reached as 127.0.0.1: there the demo's third party is another origin than the console.
    host: '127.0.0.1',
    proxy: {
      '^/(api|gateway|demo|docs|healthz|readyz|config\\.json)': `http://127.0.0.1:${process.env.PORT ?? 4180}`,
    },
  },
  test: {
    environment: 'node',
    // Tests that start processes and databases share two cores with each other.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Left to itself vitest keeps one core free, which on two cores halves the speed.
    maxWorkers: '100%',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // One process for many files: each would load the services and compile the embedded database anew.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    globalSetup: 'src/services/platform/testing/test-run.ts',
  },
});
