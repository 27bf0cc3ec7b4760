import type * as z from 'zod/mini';

/** Why a value is invalid, in the schema's words if it has some. */
export function issueDetail(issue: z.core.$ZodIssue): string {
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `Must be of type ${issue.expected}.`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `Must have at least ${countItems(issue.minimum)}.`
        : `Must be at least ${issue.minimum}.`;
    case 'too_big':
      return issue.origin === 'array'
        ? `Must have at most ${countItems(issue.maximum)}.`
        : `Must be at most ${issue.maximum}.`;
    default:
      return 'Is invalid.';
  }
}

const countItems = (count: number | bigint) => (count === 1 ? '1 item' : `${count} items`);
