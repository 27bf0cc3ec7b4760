import { readFileSync } from 'node:fs';
import {
  PARTNERS,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from './environment-variables.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** An invalid variable; the message is one line for the operator. */
export class EnvironmentError extends Error {}

/** Variables of Patron begin with these, except those that many programs have, such as PORT. */
const OWN_NAME = /^(PATRON|LOYALTY)_/;
/** Read by the tests only. */
const TEST_NAME = /^PATRON_(TEST|FUZZ)_/;

const FILE_SUFFIX = '_FILE';

/**
 * Rejects names that aren't variables of Patron, which are usually misspelled.
 * @throws {EnvironmentError}
 */
export function rejectUnknownVariables(source: Variables): void {
  const known = Object.keys(VARIABLES) as VariableName[];
  for (const name of Object.keys(source)) {
    if (!OWN_NAME.test(name) || TEST_NAME.test(name)) continue;
    if (Object.hasOwn(VARIABLES, name) || isSecretFile(name)) continue;
    const [closest = 'PATRON_DATA_DIR'] = known.sort(
      (a, b) => distance(a, name) - distance(b, name),
    );
    throw new EnvironmentError(
      `${name}: there is no such setting; for example ${closest}=${VARIABLES[closest].example}`,
    );
  }
}

/**
 * Rejects variables that have no effect because another one is missing.
 * @throws {EnvironmentError}
 */
export function rejectIncompleteVariables(source: Variables): void {
  for (const [name, partner] of Object.entries(PARTNERS)) {
    if (!source[name] || source[partner]) continue;
    throw new EnvironmentError(
      `${name}: it has no effect without ${partner}; for example ${partner}=${VARIABLES[partner].example}`,
    );
  }
}

/**
 * Replaces `<name>_FILE` by `<name>` with the content of that file, for secrets.
 * @throws {EnvironmentError}
 */
export function readSecretFiles(source: Variables): Variables {
  const values: Record<string, string | undefined> = { ...source };
  for (const name of SECRET_VARIABLES) {
    const path = source[`${name}${FILE_SUFFIX}`];
    if (!path) continue;
    if (source[name]) {
      throw new EnvironmentError(
        `${name}${FILE_SUFFIX}: ${name} is set too; use one of them, for example ${name}${FILE_SUFFIX}=/run/secrets/${name.toLowerCase()}`,
      );
    }
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new EnvironmentError(
        `${name}${FILE_SUFFIX}: ${JSON.stringify(path)} can't be read; for example ${name}${FILE_SUFFIX}=/run/secrets/${name.toLowerCase()}`,
      );
    }
  }
  return values;
}

function isSecretFile(name: string): boolean {
  const variable = name.slice(0, -FILE_SUFFIX.length) as VariableName;
  return name.endsWith(FILE_SUFFIX) && SECRET_VARIABLES.has(variable);
}

/** The number of edits between two names (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const substitution = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next[at] = Math.min(substitution, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
