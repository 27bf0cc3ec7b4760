import * as z from 'zod/mini';
import { limitedString } from './text.ts';
import { wireSchemas } from './wire-schemas.ts';

const integerText = limitedString(15)
  .check(z.regex(/^\d{1,15}$/))
  .register(wireSchemas, { type: 'integer', minimum: 1 });

export type IntegerParams<Name extends string> = z.ZodMiniObject<Record<Name, typeof integerText>>;

/** Integer path parameters; anything else is 404 (decisions.md, 3). */
export function integerParams<const Name extends string>(
  names: readonly Name[],
): IntegerParams<Name> {
  return z.object(
    Object.fromEntries(names.map((name) => [name, integerText])) as Record<
      Name,
      typeof integerText
    >,
  );
}
