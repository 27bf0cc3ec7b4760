import type { FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';

/**
 * An integer parameter of the path.
 * @throws {JsonApiError} 404 when it is none (decisions.md, 3)
 */
export function pathInteger({ params }: FastifyRequest, name: string): number {
  const text = (params as Record<string, string | undefined>)[name] ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
