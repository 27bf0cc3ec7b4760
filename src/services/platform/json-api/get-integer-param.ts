import type { FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';

/** More digits than any id has, all of them safe integers. */
const ID_DIGITS_MAX = 15;

/**
 * An integer path parameter. If it is too long for an id it is 0, which is never an id.
 * @throws {JsonApiError} 404 when it isn't an integer (decisions.md, 3)
 */
export function getIntegerParam({ params }: FastifyRequest, name: string): number {
  const text = (params as Record<string, string | undefined>)[name] ?? '';
  if (!/^-?\d+$/.test(text)) throw notFound();
  return text.length > ID_DIGITS_MAX ? 0 : Number(text);
}
