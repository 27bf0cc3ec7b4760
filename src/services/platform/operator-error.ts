import * as z from 'zod/mini';

/** The operator's request can't be carried out; the message is one line for the operator. */
export class OperatorError extends Error {}

/** The request is valid, but not in the present state: there are too many already, or the same exists. */
export class ConflictError extends OperatorError {}

/**
 * Validates a value from the operator.
 * @param name the operator's name for it; empty for an object, whose members have names
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
  if (issue?.code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}`;
  if (issue?.message !== 'Invalid input') return issue?.message ?? 'Is not valid';
  return issue.code === 'invalid_type' ? `Must be of type ${issue.expected}` : 'Is not valid';
}

/** Converts a name in the code to the one in the APIs. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
