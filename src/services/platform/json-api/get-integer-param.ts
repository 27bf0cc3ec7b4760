import type { FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';

/** More than any id has; JavaScript holds all integers of so many. */
const ID_DIGITS_MAX = 15;

/**
 * An integer parameter of the path: 0, which is the id of nothing, where it is too long for an id.
 * @throws {JsonApiError} 404 when it is none (decisions.md, 3)
 */
export function getIntegerParam({ params }: FastifyRequest, name: string): number {
  const text = (params as Record<string, string | undefined>)[name] ?? '';
  if (!/^-?\d+$/.test(text)) throw notFound();
  return text.length > ID_DIGITS_MAX ? 0 : Number(text);
}
