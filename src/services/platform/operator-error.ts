import * as z from 'zod/mini';

/** What an operator asks for can't be done; the message is one line for them. */
export class OperatorError extends Error {}

/**
 * Checks a value that an operator gave.
 * @param name what the operator calls it; empty where the value is an object whose members have names.
 * @throws {OperatorError} naming the value and what is wrong with it.
 */
export function checkValue<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = [name, ...(issue?.path ?? [])].filter((step) => step !== '').join('.');
  throw new OperatorError(`${toSnakeCase(place)}: ${reasonOf(issue)}`.replace(/^: /, ''));
}

function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `There is no ${issue.keys.join(', ')}`;
  if (issue?.message !== 'Invalid input') return issue?.message ?? 'Is not valid';
  return issue.code === 'invalid_type' ? `Must be of type ${issue.expected}` : 'Is not valid';
}

/** A name of our code as people and the APIs know it. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
