import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isStorable } from '#contract/text.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { AdminContext } from './admin-context.ts';

/**
 * Reads a JSON file, or stdin if the file is `-`.
 * @throws {OperatorError} if it can't be read, is not JSON, or has a character that can't be stored.
 */
export async function readJson(
  { terminal, workingDirectory }: Pick<AdminContext, 'terminal' | 'workingDirectory'>,
  file: string,
): Promise<unknown> {
  const text =
    file === '-' ? await terminal.readInput() : readFile(resolve(workingDirectory, file), file);
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) {
        throw new Error('it contains a character that cannot be stored');
      }
      return value;
    });
  } catch (error) {
    throw new OperatorError(`${file}: Is not JSON (${(error as Error).message})`);
  }
}

function readFile(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`${file}: Can't be read (${(error as Error).message})`);
  }
}
