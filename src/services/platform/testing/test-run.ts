import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropTemplateDatabases } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a run keeps what its files share, until its end. */
    runDirectory: string;
  }
}

/**
 * Vitest's global set-up: a directory for what one file makes and all copy.
 * @returns what removes it at the run's end.
 */
export function setup({ provide }: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-test-run-'));
  provide('runDirectory', directory);
  return async () => {
    await dropTemplateDatabases(directory);
    rmSync(directory, { recursive: true, force: true });
  };
}
