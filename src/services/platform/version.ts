import { readFileSync } from 'node:fs';

const file = new URL('../../../package.json', import.meta.url);

/** This version of Patron. */
export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
