import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { PASSWORD_MIN_LENGTH } from './src/contract/account/password.ts';
import { ProcessesFirst } from './src/services/platform/testing/processes-first.ts';

export default defineConfig({
  plugins: [react(), commonPasswords(), withoutDocumentation()],
  // Short, because a component's script lists its classes and the stylesheet is part of every first load.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The Content-Security-Policy allows files of our own origin only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    // One stylesheet: all of it is a tenth of the scripts, and the bundler's loader requests a failed one only once.
    cssCodeSplit: false,
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
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 3 },
            // What many pages use, but for what lists don't need: the library of forms, labels of the audit log and of events, raw data and links to elsewhere.
            {
              name: 'common',
              test: /^(?!.*react-hook-form|.*@hookform|.*shared\/(?:audit|webhooks\/webhook-event)|.*ui\/(?:data\/raw-json|button\/external-link))/,
              minShareCount: 5,
              priority: 2,
            },
            // The rest, by which pages use it.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              // Bytes of source below which a file is merged with another.
              entriesAwareMergeThreshold: 4_000,
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

/** Leaves out what only the API reference needs of the contract's endpoints. */
function withoutDocumentation(): Plugin {
  return {
    name: 'without-documentation',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/src\/contract\/.*\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/^ {2,4}summary:\s+(?:'[^'\n]*'|"[^"\n]*"),$/gm, '')
          .replaceAll(/^ {2,4}errors: \[[^\]]*\],$/gm, ''),
    },
  };
}
