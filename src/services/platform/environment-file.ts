import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { EnvironmentError, type Variables } from './check-variables.ts';

const PATH = fileURLToPath(new URL('../../../.env', import.meta.url));

/**
 * Adds the variables in the project's `.env`, if there is one, to real ones, which take precedence.
 * Tests don't read it, so that a developer's settings don't change them.
 * @throws {EnvironmentError} when the file exists but can't be read
 */
export function withEnvironmentFile(variables: Variables, path = PATH): Variables {
  if (variables.NODE_ENV === 'test') return variables;
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...variables };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return variables;
    throw new EnvironmentError(`${path} can't be read; make it readable, or delete it`);
  }
}
