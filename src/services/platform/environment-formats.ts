import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** A whole number. */
export function integer(minimum: number, maximum: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum), z.maximum(maximum))),
  );
}

/** A URL; without `path` only of an origin. */
export function addressOf(protocols: string[], { path }: { path: boolean }) {
  return z.string().check(
    z.refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !protocols.includes(url.protocol)) return false;
      return path || text.replace(/\/$/, '') === url.origin;
    }),
  );
}

/** Whether a text is an IP address or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

export const networkList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map((network) => network.trim())),
    z.array(z.string().check(z.refine(isNetwork))),
  ),
);

/** A value written as JSON. */
export function json<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', input: text });
          return z.NEVER;
        }
      }),
      schema,
    ),
  );
}

/** Tokens as in a `scope` parameter (RFC 6749, 3.3), separated by spaces or commas. */
export const scopeList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(/[\s,]+/).filter((scope) => scope !== '')),
    z
      .array(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)))
      .check(z.minLength(1), z.maxLength(200)),
  ),
);

export const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((text) => text === '1'),
);
