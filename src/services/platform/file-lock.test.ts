import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tryLockFile } from './file-lock.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

describe('a file lock', () => {
  test('has one holder at a time', () => {
    const path = join(temporaryDirectory(), 'lock');
    const unlock = tryLockFile(path);
    expect(unlock).toBeDefined();
    expect(tryLockFile(path)).toBeUndefined();
    unlock?.();
    tryLockFile(path)?.();
    expect(tryLockFile(path)).toBeDefined();
  });

  test('throws when the file cannot be created', () => {
    expect(() => tryLockFile(join(temporaryDirectory(), 'missing', 'lock'))).toThrow();
  });
});
