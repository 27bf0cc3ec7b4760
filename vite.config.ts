import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The Content-Security-Policy allows files of our own origin only, so nothing becomes a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and no release of ours changes: one file, which compresses better
          // than several and stays in the browser's cache.
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query)|zod|oauth4webapi|cookie)[\\/]/,
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
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  },
});
