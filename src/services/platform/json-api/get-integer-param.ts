import type { FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';

/** More digits than any id has, all of them safe integers. */
const ID_DIGITS_MAX = 15;

/**
 * An integer path parameter. If it is too long for an id it is 0, which is never an id.
 * @throws {JsonApiError} 404 when it isn't an integer (decisions.md, 3)
 */
export function getIntegerParam(request: FastifyRequest, name: string): number {
  const value = findIntegerParam(request, name);
  if (value === undefined) throw notFound();
  return value;
}

/** The same, or undefined when it isn't an integer. */
export function findIntegerParam({ params }: FastifyRequest, name: string): number | undefined {
  const text = (params as Record<string, string | undefined>)[name] ?? '';
  if (!/^-?\d+$/.test(text)) return undefined;
  return text.length > ID_DIGITS_MAX ? 0 : Number(text);
}
