import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '#contract/endpoint.ts';

/** Whether an export of a contract module is an endpoint. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

const folder = fileURLToPath(new URL('../../../contract/advocacy', import.meta.url));
// Found rather than listed, so that a new resource can't be left out of the tests of all endpoints.
const files = globSync('*.ts', { cwd: folder }).filter(
  // The OAuth endpoints don't use JSON:API and are tested elsewhere.
  (file) => !file.endsWith('.test.ts') && file !== 'oauth.ts',
);
const modules: Record<string, unknown>[] = await Promise.all(
  files.sort().map((file) => import(/* @vite-ignore */ `#contract/advocacy/${file}`)),
);

/** Every JSON:API endpoint of the contract. Deletions come last, because others need the resources. */
export const resourceEndpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
