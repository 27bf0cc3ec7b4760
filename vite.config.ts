import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
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

export default defineConfig({
  plugins: [react(), dropRouterDisplayNames()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The Content-Security-Policy allows files of our own origin only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Smaller than the default's output by about one per cent, which the shell's budget needs.
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        // Schemas and endpoints of the contract that only the services use are left out.
        manualPureFunctions: ['z', 'defineEndpoint'],
      },
      output: {
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
            {
              name: 'vendor',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query)|zod|oauth4webapi|cookie)[\\/]|vite[\\/]preload-helper|console[\\/]lib[\\/]class-names|console[\\/]api[\\/]api-context|contract[\\/](endpoint|open-enum|advocacy[\\/](json-api|text))\.ts/,
            },
            // What the shell loads besides.
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // What many pages share, in few files: browsers fetch six at a time from one server, and
            // left to itself the build cuts a page into eighty.
            {
              name: 'kit',
              priority: 1,
              test: /console[\\/](ui|lib|api|session)[\\/]|node_modules[\\/]lucide-react[\\/]/,
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
              test: /features[\\/]members[\\/](frequent-tags|filter-words|members-|member-(act|name|status))/,
              minShareCount: 2,
            },
            { name: 'form-shell', test: /console[\\/]ui[\\/](form-shell|textarea-field)/ },
            { name: 'react-hook-form', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              // Bytes of source; smaller files are joined with their like.
              entriesAwareMergeThreshold: 3000,
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
