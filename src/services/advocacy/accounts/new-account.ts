import type { NewAccountAttributes } from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import { invalidAttribute, JsonApiError } from '#services/platform/json-api/errors.ts';
import type { AccountTypes, CredentialsAccountType } from './account-types.ts';
import type { NewAccount } from './accounts-store.ts';

const CREDENTIALS = ['access_token', 'secret', 'site'] as const;

/**
 * Reads a NewAccount by the rules of its type: which attributes it requires, and which must be
 * omitted (advocacy.md, NewAccount).
 * @throws {JsonApiError} 422 with an error for each attribute that is wrong
 */
export function readNewAccount(types: AccountTypes, attributes: NewAccountAttributes): NewAccount {
  const type = types.get(attributes.type);
  if (!type) throw invalidAttribute('type', 'Is not a type of account that can be connected.');
  if (type.connect === 'authorize') {
    throw invalidAttribute('type', `${type.label} accounts are connected at ${type.label}'s page.`);
  }
  const problems = CREDENTIALS.flatMap((name) => checkCredential(type, name, attributes[name]));
  if (problems.length > 0) throw new JsonApiError(422, problems);
  const given = CREDENTIALS.flatMap((name) => {
    const value = attributes[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return type.toAccount(Object.fromEntries(given));
}

function checkCredential(
  { label, fields }: CredentialsAccountType,
  name: (typeof CREDENTIALS)[number],
  value: string | null | undefined,
): ErrorObject[] {
  const field = fields.find((candidate) => candidate.name === name);
  const isGiven = value !== undefined && value !== null;
  if (!field && isGiven) return invalidAttribute(name, `${label} takes none; omit it.`).errors;
  if (field?.required && !value) return invalidAttribute(name, 'Is required.').errors;
  return [];
}
