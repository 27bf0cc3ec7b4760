import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '#contract/endpoint.ts';

const contract = fileURLToPath(new URL('../../../contract', import.meta.url));
// Found rather than listed, so that a new endpoint can't be left out of the tests of all endpoints.
const files = globSync('**/*.ts', { cwd: contract })
  .filter((file) => !/\.test\.ts$|^reference\//.test(file))
  .sort();
const modules: { file: string; exports: Record<string, unknown> }[] = await Promise.all(
  files.map(async (file) => ({
    file,
    exports: await import(/* @vite-ignore */ `${contract}/${file}`),
  })),
);

/** Whether an export of the contract is an endpoint. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every endpoint of the contract, with its folder such as `loyalty/members`. */
export const contractEndpoints: readonly { folder: string; file: string; endpoint: Endpoint }[] =
  modules.flatMap(({ file, exports }) =>
    Object.values(exports)
      .filter(isEndpoint)
      .map((endpoint) => ({ folder: dirname(file), file, endpoint })),
  );

/** Contract folders that the advocacy service implements. */
export const ADVOCACY_FOLDERS: readonly string[] = ['advocacy', 'account', 'people', 'audit'];

/**
 * The ids of the endpoints that aren't read with GET.
 * @param isIncluded by folder
 */
export function listWriteEndpoints(isIncluded: (folder: string) => boolean): string[] {
  return contractEndpoints
    .filter(({ folder, endpoint }) => isIncluded(folder) && endpoint.method !== 'GET')
    .map(({ endpoint }) => endpoint.id)
    .sort();
}
