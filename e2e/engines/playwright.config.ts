import { defineConfig } from '@playwright/test';
import { type EngineName, PROGRAMS } from './engine-test.ts';

export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  testMatch: '*.flow.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/engines',
  timeout: 300_000,
  expect: { timeout: 45_000 },
  workers: 3,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
  projects: (Object.keys(PROGRAMS) as EngineName[]).map((engineName) => ({
    name: engineName,
    // One server for all flows in an engine, beside those of the others.
    workers: 1,
    use: { engineName },
  })),
});
