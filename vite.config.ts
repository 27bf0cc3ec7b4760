import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { PASSWORD_MIN_LENGTH } from './src/contract/account/password.ts';
import { ProcessesFirst } from './src/services/platform/testing/processes-first.ts';

/** What the members page, which has the tightest budget, loads without a click: as in src/commands/check-bundles.mjs. */
const MEMBERS_PAGE = [
  'src/console/features/members/list/members-page.tsx',
  'src/console/layout/notifications/notifications-button.tsx',
].map((path) => join(import.meta.dirname, path));

/** Modules of the members page or its notifications that hardly any other page imports. */
const RARELY_SHARED = /\/saved-views|\/shared\/(attention|jobs)\//;

export default defineConfig({
  plugins: [react(), commonPasswords()],
  // As they are in the sources: `data-table_row`. Stylesheets have different names (src/css-modules.test.ts).
  css: {
    modules: {
      generateScopedName: (name, path) => `${basename(path, '.module.css')}_${name}`,
    },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The Content-Security-Policy allows files of our own origin only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In KB before compression; src/commands/check-bundles.mjs has the budgets.
    chunkSizeWarningLimit: 600,
    target: 'es2023',
    rolldownOptions: {
      // Warns about slow plugins, which a first build on a busy machine always has.
      checks: { pluginTimings: false },
      treeshake: {
        // Calls without side effects, so that unused schemas and endpoints of the contract are dropped.
        manualPureFunctions: ['z', 'defineEndpoint', 'definePublishedEndpoint'],
      },
      output: {
        // Short, because the shell lists the name of every lazily loaded file.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // Browsers request six files at a time from one server over HTTP/1.1, so shared code goes into few files.
          // A shared module goes into the first of these that takes it, with what it imports.
          groups: [
            // 1. What every page loads first.
            { name: 'shell', tags: ['$initial'], priority: 3 },
            // 2. What else the members page imports. It is one file, so that the page loads all that it needs and
            // nothing else, no matter which other pages share a module. All other pages load this file too, so it
            // leaves out what they rarely need.
            { name: membersPageChunk(), minShareCount: 2, priority: 2 },
            // 3. The rest, by which pages import it. The members page needs only what 2 leaves out.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              // Bytes of source below which a file is merged with another. With more, pages load larger files that they don't need.
              entriesAwareMergeThreshold: 1_000,
            },
          ],
        },
      },
    },
    // Read by src/commands/check-bundles.mjs.
    manifest: true,
    // Read by src/commands/build-console.mjs.
    license: { fileName: '.vite/licenses.json' },
  },
  server: {
    port: 5173,
    strictPort: true,
    // Also reached as 127.0.0.1, where the demo's third party has another origin than the console.
    host: '127.0.0.1',
    proxy: {
      // Vite serves them by the names of their files only.
      '^/connect/start$': { target: '', bypass: () => '/connect/start.html' },
      '^/step-up/callback$': { target: '', bypass: () => '/step-up/callback.html' },
      '^/(api|gateway|demo|docs|healthz|readyz|metrics|\\.well-known|config\\.json)': `http://127.0.0.1:${process.env.PORT ?? 4180}`,
    },
  },
  test: {
    environment: 'node',
    // Tests that start processes and databases share two cores with each other.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that passes only on a retry is reported as flaky and must be fixed.
    retry: process.env.CI === 'true' ? 1 : 0,
    expect: { poll: { timeout: 15_000 } },
    // Tests wait for processes and databases much of the time.
    maxWorkers: availableParallelism() + 1,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // One process runs many files; isolated, each would load the services and compile PGlite again.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    globalSetup: 'src/services/platform/testing/test-run.ts',
  },
});

/** Names the file `members-page` for what the members page imports, directly or through others, if not rarely shared. */
function membersPageChunk(): (id: string, context: Rolldown.ChunkingContext) => string | undefined {
  const membersPage = new Set<string>();
  return (id, context) => {
    const addWithImports = (module: string) => {
      if (membersPage.has(module)) return;
      membersPage.add(module);
      const info = context.getModuleInfo(module);
      if (!info) throw new Error(`The build has no ${module}`);
      for (const imported of info.importedIds) addWithImports(imported);
    };
    MEMBERS_PAGE.forEach(addWithImports);
    return membersPage.has(id) && !RARELY_SHARED.test(id) ? 'members-page' : undefined;
  };
}

/**
 * The module `virtual:common-passwords`: those of the common passwords that are long enough to be set. The
 * complete list, which the service uses, is 200 KB.
 */
function commonPasswords(): Plugin {
  const id = 'virtual:common-passwords';
  return {
    name: 'common-passwords',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      const long = dictionary['passwords-common'].filter(
        (password) => password.length >= PASSWORD_MIN_LENGTH,
      );
      return `export default ${JSON.stringify(long)};`;
    },
  };
}
