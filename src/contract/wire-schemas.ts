import * as z from 'zod/mini';

/**
 * JSON Schemas of parameters that are text in a URL but mean something else: integers, and
 * comma-separated lists. For the API reference.
 */
export const wireSchemas = z.registry<Record<string, unknown>>();
