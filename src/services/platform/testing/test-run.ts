import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropTemplateDatabases } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for what the test files of a run share. */
    runDirectory: string;
  }
}

/**
 * Vitest's global setup: creates the run's directory.
 * @returns the teardown, which removes it
 */
export function setup({ provide }: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-test-run-'));
  provide('runDirectory', directory);
  return async () => {
    await dropTemplateDatabases(directory);
    rmSync(directory, { recursive: true, force: true });
  };
}
